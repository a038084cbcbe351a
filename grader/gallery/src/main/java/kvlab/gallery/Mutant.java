package kvlab.gallery;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A stage in which one thing is wrong: a few words of its source are others, and what comes of it stands before the stage
 * on the class path. So a broken node is as long as its mistake, and can never drift away from the stage.
 *
 * @param stage whose source is changed, and by whose rules it is graded
 * @param checks those that must fail
 * @param also those that may: they see the same mistake, but not on all ports or at all times
 */
record Mutant(
        String name,
        String stage,
        String wrong,
        List<Edit> edits,
        List<String> settings,
        Set<String> checks,
        Set<String> also) {

    static final String SINGLE = "1-single-node";
    static final String SHARDING = "2-sharding";
    static final String REPLICATION = "3-replication";
    static final String ASYNC = "4-async-client";
    static final String LOOP = "5-event-loop";

    /** For {@link #also}: a mistake that any check may see. */
    static final String ANY = "any-check";

    /** The words are in the file exactly once. */
    record Edit(String file, String words, String instead) {}

    /** @param checks their names, with blanks between them */
    static Mutant of(String name, String stage, String wrong, String checks) {
        return new Mutant(name, stage, wrong, List.of(), List.of(), names(checks), Set.of());
    }

    static Set<String> names(String text) {
        return new TreeSet<>(Set.of(text.split(" ")));
    }

    Mutant edit(String file, String words, String instead) {
        List<Edit> more = new ArrayList<>(edits);
        more.add(new Edit(file, words, instead));
        return new Mutant(name, stage, wrong, more, settings, checks, also);
    }

    Mutant set(String... values) {
        return new Mutant(name, stage, wrong, edits, List.of(values), checks, also);
    }

    Mutant also(String others) {
        return new Mutant(name, stage, wrong, edits, settings, checks, names(others));
    }

    /**
     * Compiles what is changed, which is nothing when a setting is the mistake.
     *
     * @param stages the folder of the stages' sources
     * @param classPath of the stages as they are
     * @param target where the changed classes go
     */
    void compile(Path stages, String classPath, Path target) throws IOException {
        if (edits.isEmpty()) {
            return;
        }
        Path sources = Files.createDirectories(target.resolve("source"));
        List<Path> files = new ArrayList<>();
        for (String file : new TreeSet<>(edits.stream().map(Edit::file).toList())) {
            files.add(Files.writeString(sources.resolve(file), changed(find(stages, file), file)));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-nowarn", "-parameters", "-cp", classPath, "-d", target.toString());
            if (!compiler.getTask(complaints, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call()) {
                throw new IllegalStateException("the broken node " + name + " does not compile: " + complaints);
            }
        }
    }

    /** The file of this stage, of an earlier one, or of what all stages stand on. */
    private Path find(Path stages, String file) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (int number = Integer.parseInt(stage.substring(0, 1)); number > 0; number--) {
            folders.add(folder(stages, number));
        }
        folders.add(stages.resolve("http"));
        for (Path folder : folders) {
            try (Stream<Path> all = Files.walk(folder.resolve("src/main/java"))) {
                Path found = all.filter(path -> path.endsWith(file)).findFirst().orElse(null);
                if (found != null) {
                    return found;
                }
            }
        }
        throw new IllegalStateException("the broken node " + name + " changes " + file + ", which " + stage + " lacks");
    }

    private static Path folder(Path stages, int number) throws IOException {
        try (Stream<Path> all = Files.list(stages)) {
            return all.filter(path -> path.getFileName().toString().startsWith(number + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String changed(Path path, String file) throws IOException {
        String source = Files.readString(path);
        for (Edit edit : edits) {
            if (edit.file().equals(file)) {
                int at = source.indexOf(edit.words());
                if (at < 0 || source.indexOf(edit.words(), at + 1) >= 0) {
                    throw new IllegalStateException("the broken node " + name + ": '" + edit.words()
                            + "' does not stand in " + file + " exactly once");
                }
                source = source.replace(edit.words(), edit.instead());
            }
        }
        return source;
    }
}
