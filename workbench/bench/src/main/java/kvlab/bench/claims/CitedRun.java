package kvlab.bench.claims;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.wrk2.WrkColumns;

/** A run that a text is about. It is read once, however often it is cited. */
final class CitedRun {

    private final RunFolder folder;
    private JsonElement json;
    private Run run;
    private Optional<WrkColumns> columns;

    CitedRun(RunFolder folder) {
        this.folder = folder;
    }

    String id() {
        return folder.id();
    }

    boolean isRun() {
        return folder.kind() == RunFolder.Kind.RUN;
    }

    Run run() throws IOException {
        if (run == null) {
            run = folder.read();
        }
        return run;
    }

    /** The number that a citation points to, if it is one. */
    OptionalDouble figure(Prose.Citation citation) throws IOException {
        return citation.figure(json());
    }

    JsonElement json() throws IOException {
        if (json == null) {
            json = JsonParser.parseString(folder.json());
        }
        return json;
    }

    Optional<WrkColumns> columns() throws IOException {
        if (columns == null) {
            Path text = folder.path().resolve("wrk2.txt");
            columns = Files.isRegularFile(text) ? WrkColumns.parse(Files.readString(text)) : Optional.empty();
        }
        return columns;
    }
}
