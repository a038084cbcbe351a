package kvlab.wrk2;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A load run in this process that has ended.
 *
 * @param json every figure, or null when the run failed
 */
record Load(int status, String out, String err, JsonObject json) {

    static Load of(ScriptedServer server, String... options) throws IOException {
        return of(server.url("/"), options);
    }

    /** The options come behind the URL, so that {@code --} and a script's arguments may be their last ones. */
    static Load of(String url, String... options) throws IOException {
        Path json = Files.createTempFile("load", ".json");
        Files.delete(json);
        List<String> arguments = new ArrayList<>(List.of("--json", json.toString(), url));
        arguments.addAll(List.of(options));
        Load load = command(arguments.toArray(String[]::new));
        if (!Files.exists(json)) {
            return load;
        }
        JsonObject figures = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        Files.delete(json);
        return new Load(load.status, load.out, load.err, figures);
    }

    static Load command(String... arguments) {
        return told("", arguments);
    }

    /** @param lines of standard input */
    static Load told(String lines, String... arguments) {
        Orders orders = new Orders(new BufferedReader(new StringReader(lines)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Wrk2.run(arguments, orders, stream(out), stream(err), null, new Wrk2.Ending());
        return new Load(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), null);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** By its path, such as {@code requests/answered}. */
    JsonElement at(String path) {
        if (json == null) {
            throw new AssertionError("the run failed, status " + status + ": " + err);
        }
        JsonElement value = json;
        for (String name : path.split("/")) {
            value = value.getAsJsonObject().get(name);
        }
        return value;
    }

    double figure(String path) {
        return at(path).getAsDouble();
    }

    long count(String path) {
        return at(path).getAsLong();
    }
}
