package kvlab.handout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvlab.cluster.Sha256;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * What a student starts from: a Maven project of a stage, with all that it needs beside the kit's libraries. It is made of the
 * kit's own files each time, so it cannot be older than they are.
 */
public final class Checkout {

    /** What of the stage's sources is in it. */
    public enum Content {
        EXERCISES,
        SCRATCH,
        SOLUTION
    }

    private static final Pattern OWN_JAR = Pattern.compile("(kvlab-.*?)-([0-9]+\\.[0-9].*)\\.jar");
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[([^]]+)]\\(([^)]+)\\)");
    private static final int HASH = 12;

    private final Path kitHome;
    private final Stages stages;
    private final String commit;

    /** @param commit of the kit; empty when it has none */
    public Checkout(Path kitHome, String commit) {
        this.kitHome = kitHome;
        this.stages = new Stages(kitHome);
        this.commit = commit;
    }

    /** Writes a project into a folder that is not there or has nothing in it. On failure what it wrote is gone again. */
    public void write(String stage, Content content, Path folder) throws UsageException, IOException {
        requireSolution(content);
        write(files(stage, content, 0), folder);
    }

    /** The same as somebody has it who has solved the first so many steps of the task. */
    public void writeSolved(String stage, int steps, Path folder) throws UsageException, IOException {
        write(files(stage, Content.EXERCISES, steps), folder);
    }

    /**
     * How a kit is called in what it makes: by its version and its commit.
     *
     * @param commit empty when it has none
     */
    public static String kit(String commit) throws IOException {
        return (template("kit").strip() + " " + commit).strip();
    }

    private void requireSolution(Content content) throws UsageException, IOException {
        if (content == Content.SOLUTION && Edition.of(kitHome).isForStudents()) {
            throw UsageException.of("--solution: this is the student edition of the kit, which has none");
        }
    }

    private void write(SortedMap<String, byte[]> files, Path folder) throws UsageException, IOException {
        requireEmpty(folder);
        try (Unfinished project = new Unfinished(folder)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                project.write(file.getKey(), file.getValue());
            }
            project.finish();
        }
    }

    private void requireEmpty(Path folder) throws UsageException, IOException {
        if (stages.names().contains(folder.toString())) {
            throw UsageException.of(folder
                    + " names a stage of the kit in every other command; give another folder, as ~/my-" + folder);
        }
        Unfinished.requireEmpty(folder);
    }

    private SortedMap<String, byte[]> files(String stage, Content content, int steps)
            throws UsageException, IOException {
        Path home = stages.folder(stage);
        TaskPage page = TaskPage.of(kitHome, stage);
        SortedMap<String, byte[]> files = new TreeMap<>();
        switch (content) {
            case SCRATCH -> addScratch(files, stages.find(stage));
            case SOLUTION -> addSources(files, home, exercise -> true);
            case EXERCISES ->
                addSources(files, home, exercise -> page.methods(steps).contains(exercise.method()));
        }
        put(files, "pom.xml", template("pom.xml").replace("{stage}", stage).replace("{earlier}", addJars(files, home)));
        put(
                files,
                Project.FILE,
                template(Project.FILE).replace("{stage}", stage).replace("{kit}", kit(commit)));
        put(files, ".gitignore", template("gitignore"));
        // What mvn -o may read all the same: lib/ is a folder.
        put(files, ".mvn/maven.config", template("maven.config"));
        put(files, "README.md", readMe(stage));
        put(files, "docs/protocol.md", Files.readString(kitHome.resolve("docs/protocol.md")));
        return files;
    }

    private static void put(SortedMap<String, byte[]> files, String name, String text) {
        files.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void addSources(SortedMap<String, byte[]> files, Path stage, Predicate<ExerciseFile.Exercise> kept)
            throws IOException {
        try (Stream<Path> sources = Files.walk(stage.resolve(Project.SOURCES))) {
            for (Path file : sources.filter(Files::isRegularFile).toList()) {
                String name = stage.relativize(file).toString();
                if (name.endsWith(".java")) {
                    put(
                            files,
                            name,
                            ExerciseFile.of(name, Files.readString(file)).without(kept));
                } else {
                    files.put(name, Files.readAllBytes(file));
                }
            }
        }
    }

    private static void addScratch(SortedMap<String, byte[]> files, StageProgram stage) throws IOException {
        String type = stage.factory().substring(0, stage.factory().lastIndexOf('.'));
        String folder = "src/main/java/" + type.replace('.', '/') + "/";
        for (String name : List.of("StageFactory.java", "StageNode.java")) {
            put(files, folder + name, template(name).replace("{package}", type));
        }
        put(files, "src/main/resources/" + ProjectBuild.SERVICE, type + ".StageFactory\n");
    }

    /** Adds earlier stages as a Maven repository, and returns the pom's words for them. */
    private static String addJars(SortedMap<String, byte[]> files, Path stage) throws IOException {
        SortedMap<String, byte[]> jars = new TreeMap<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        String version = null;
        for (String entry :
                Files.readString(stage.resolve("target/classpath")).strip().split(":")) {
            Matcher own = OWN_JAR.matcher(Path.of(entry).getFileName().toString());
            if (own.matches()) {
                jars.put(own.group(1), Files.readAllBytes(Path.of(entry)));
                version = own.group(2).replace("-SNAPSHOT", "");
            }
        }
        jars.values().forEach(all::writeBytes);
        // Of other content, another version: Maven keeps a copy for ever.
        version += "-" + Sha256.of(all.toByteArray()).substring(0, HASH);
        List<String> dependencies = new ArrayList<>();
        for (Map.Entry<String, byte[]> jar : jars.entrySet()) {
            String name = jar.getKey();
            String place = "lib/kvlab/" + name + "/" + version + "/" + name + "-" + version;
            String words = "<groupId>kvlab</groupId>\n<artifactId>" + name + "</artifactId>\n<version>" + version
                    + "</version>\n";
            files.put(place + ".jar", jar.getValue());
            put(files, place + ".pom", "<project>\n<modelVersion>4.0.0</modelVersion>\n" + words + "</project>\n");
            dependencies.add(("<dependency>\n" + words.indent(2) + "</dependency>")
                    .indent(4)
                    .stripTrailing());
        }
        return String.join("\n", dependencies);
    }

    /** The stage's page. What it links to is in the project, or is no link any more. */
    private String readMe(String stage) throws IOException {
        String page = Files.readString(kitHome.resolve("docs").resolve(stage + ".md"));
        return LINK.matcher(page).replaceAll(link -> {
            String target = link.group(2);
            String own = "../stages/" + stage + "/";
            if (target.startsWith(own)) {
                target = target.substring(own.length());
            } else if (target.startsWith("protocol.md")) {
                target = "docs/" + target;
            } else if (!target.startsWith("http") && !target.startsWith("#")) {
                return Matcher.quoteReplacement(link.group(1));
            }
            return Matcher.quoteReplacement("[" + link.group(1) + "](" + target + ")");
        });
    }

    private static String template(String name) throws IOException {
        try (InputStream in = Checkout.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
