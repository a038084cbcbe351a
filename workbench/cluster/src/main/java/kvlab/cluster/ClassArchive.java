package kvlab.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The classes of this JDK that nodes use, read and checked once: a JVM maps such an archive into its memory. The one that a
 * JDK brings has neither its HTTP client nor what that needs. It holds no class of a stage, so it suits them all, and nobody
 * has to trust it less than the JDK.
 */
public final class ClassArchive {

    private static final int MOST_SECONDS = 60;

    private ClassArchive() {}

    /** The kit's own, which lies with what it has built; empty where there is no kit, or no such archive can be made. */
    public static Optional<Path> ofKit() {
        return Kit.ARCHIVE;
    }

    /** Makes it now, for another process that may not write there. */
    public static void makeForKit() {
        find();
    }

    private static Optional<Path> find() {
        String home = System.getProperty("kvlab.home");
        return home == null ? Optional.empty() : in(Path.of(home).resolve(".kvlab"));
    }

    /** Before the first node of this JVM, and not again. */
    private static final class Kit {

        static final Optional<Path> ARCHIVE = find();
    }

    /** The one in this folder, made now if it is not there. */
    static Optional<Path> in(Path folder) {
        Path archive = folder.resolve("classes-" + jdk() + ".jsa");
        if (!Files.isRegularFile(archive)) {
            try {
                make(archive);
            } catch (IOException e) {
                // Nodes start without it, more slowly.
                return Optional.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.of(archive);
    }

    /** An archive is of one JDK, and that rejects another's. */
    private static String jdk() {
        String home = System.getProperty("java.home");
        return System.getProperty("java.vm.version") + "-"
                + Sha256.of(home.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
    }

    private static void make(Path archive) throws IOException, InterruptedException {
        Path work = Folders.temporary(Files.createDirectories(archive.getParent()), "classes-");
        Path list = work.resolve("list");
        Path made = work.resolve("archive");
        run("-XX:DumpLoadedClassList=" + list, "-cp", ownClasses(), Rehearsal.class.getName());
        run("-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + made);
        // Two grades may make it at the same time: each is whole, and the last one stays.
        Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
    }

    static String ownClasses() {
        return ClassArchive.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
    }

    private static void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Jvm.own().java().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("this JDK makes no archive of its classes");
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
