package kvlab.kernel;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvlab.bench.claims.Claims;
import kvlab.cluster.UsageException;

/** A notebook as it is kept, and the cell of it, tagged "parameters", of which each variable can be given another value. */
public final class NotebookFile {

    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .serializeNulls()
            .create();

    private static final Pattern PARAMETER = Pattern.compile("(?m)^\\s*var\\s+(\\w+)\\s*=\\s*(.+?)\\s*;");

    private static final Map<Pattern, String> LITERALS = literals();

    private final Path file;
    private final String name;
    private final JsonObject notebook;

    private NotebookFile(Path file, JsonObject notebook) {
        this.file = file;
        this.name = file.getFileName().toString().replaceFirst("\\.ipynb$", "");
        this.notebook = notebook;
    }

    private static Map<Pattern, String> literals() {
        Map<Pattern, String> literals = new LinkedHashMap<>();
        // To Java 010 is 8, and 0800 is nothing.
        literals.put(Pattern.compile("-?(0|[1-9]\\d{0,8})"), "a whole number, as 3");
        literals.put(Pattern.compile("-?(0|[1-9]\\d{0,8}|(0|[1-9]\\d*)\\.\\d+)"), "a number, as 0.5");
        literals.put(Pattern.compile("true|false"), "true or false");
        return literals;
    }

    /** @param named as 3-replication, or the path of a file */
    public static NotebookFile find(Path home, String named) throws IOException, UsageException {
        Path folder = home.resolve("notebooks");
        Path file = named.endsWith(".ipynb")
                ? Path.of(named).toAbsolutePath().normalize()
                : folder.resolve(named + ".ipynb");
        if (!Files.isRegularFile(file)) {
            throw UsageException.of("there is no notebook '" + named + "'; there are "
                    + (Files.isDirectory(folder) ? String.join(", ", names(folder)) : "none in this kit"));
        }
        JsonObject notebook;
        try {
            notebook = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        } catch (JsonParseException | IllegalStateException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
        JsonElement cells = notebook.get("cells");
        if (cells == null || !cells.isJsonArray()) {
            throw new IOException(file + " is damaged: it has no cells");
        }
        return new NotebookFile(file, notebook);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".ipynb"))
                    .map(file -> file.replaceFirst("\\.ipynb$", ""))
                    .sorted()
                    .toList();
        }
    }

    Path file() {
        return file;
    }

    /** In which its cells run. */
    Path folder() {
        return file.getParent();
    }

    public String name() {
        return name;
    }

    /** Puts a cell behind that of the parameters, in which they have these values, each by the type of its own literal. */
    public NotebookFile with(Map<String, String> values) throws UsageException {
        if (values.isEmpty()) {
            return this;
        }
        int cell = parametersCell();
        Map<String, String> known = cell < 0 ? Map.of() : parameters(cell);
        StringBuilder source = new StringBuilder();
        for (Map.Entry<String, String> each : values.entrySet()) {
            if (!known.containsKey(each.getKey())) {
                throw UsageException.of("notebook " + name + " has no parameter '" + each.getKey() + "'; it has "
                        + (known.isEmpty() ? "none" : String.join(", ", known.keySet())));
            }
            String literal = literal(each.getKey(), known.get(each.getKey()), each.getValue());
            source.append("var ")
                    .append(each.getKey())
                    .append(" = ")
                    .append(literal)
                    .append(";\n");
        }
        JsonObject changed = notebook.deepCopy();
        JsonArray cells = new JsonArray();
        for (int i = 0; i < changed.getAsJsonArray("cells").size(); i++) {
            cells.add(changed.getAsJsonArray("cells").get(i));
            if (i == cell) {
                cells.add(cell(source.toString().stripTrailing()));
            }
        }
        changed.add("cells", cells);
        return new NotebookFile(file, changed);
    }

    private static JsonObject cell(String source) {
        return JsonParser.parseString(
                        "{\"cell_type\": \"code\", \"id\": \"given-parameters\", \"execution_count\": null,"
                                + " \"metadata\": {\"tags\": [\"given-parameters\"]}, \"outputs\": [], \"source\": "
                                + new Gson().toJson(source) + "}")
                .getAsJsonObject();
    }

    private int parametersCell() {
        JsonArray cells = notebook.getAsJsonArray("cells");
        for (int i = 0; i < cells.size(); i++) {
            JsonObject metadata = cells.get(i).getAsJsonObject().getAsJsonObject("metadata");
            JsonElement tags = metadata == null ? null : metadata.get("tags");
            if (tags != null && tags.getAsJsonArray().contains(new Gson().toJsonTree("parameters"))) {
                return i;
            }
        }
        return -1;
    }

    private Map<String, String> parameters(int cell) {
        Map<String, String> parameters = new LinkedHashMap<>();
        Matcher parameter =
                PARAMETER.matcher(source(notebook.getAsJsonArray("cells").get(cell)));
        while (parameter.find()) {
            parameters.put(parameter.group(1), parameter.group(2));
        }
        return parameters;
    }

    private static String source(JsonElement cell) {
        JsonElement source = cell.getAsJsonObject().get("source");
        StringBuilder text = new StringBuilder();
        if (source.isJsonArray()) {
            source.getAsJsonArray().forEach(line -> text.append(line.getAsString()));
        } else {
            text.append(source.getAsString());
        }
        return text.toString();
    }

    /** What is wrong with the figures that its text cites, in a sentence each. */
    public List<String> wrongClaims(Path home) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (JsonElement cell : notebook.getAsJsonArray("cells")) {
            if (cell.getAsJsonObject().get("cell_type").getAsString().equals("markdown")) {
                Claims.faults(source(cell), home).forEach(fault -> wrong.add(fault.text()));
            }
        }
        return wrong;
    }

    private static String literal(String name, String old, String value) throws UsageException {
        for (Map.Entry<Pattern, String> literal : LITERALS.entrySet()) {
            if (literal.getKey().matcher(old).matches()) {
                if (!literal.getKey().matcher(value).matches()) {
                    throw UsageException.of("--param " + name + "=" + value + ": expected " + literal.getValue());
                }
                return value;
            }
        }
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    void write(Path file) throws IOException {
        Files.writeString(file, GSON.toJson(notebook) + "\n");
    }
}
