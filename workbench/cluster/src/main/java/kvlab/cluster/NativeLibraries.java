package kvlab.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * RocksDB's native library, unpacked once for all nodes that this JVM starts: it took a fifth of the CPU time of a start to
 * unpack its own, of 15 MB. A node that finds none here, of another system or where this folder cannot be seen, does that still.
 */
final class NativeLibraries {

    private static final Map<String, String> FOLDERS = new ConcurrentHashMap<>();
    private static final Map<String, ClassLoader> CLASSES = new ConcurrentHashMap<>();

    private NativeLibraries() {}

    /** Where a JVM of this class path finds native libraries. */
    static String path(String classPath) {
        String here = System.getProperty("java.library.path", "");
        String jar = jar(classPath);
        return jar == null ? here : FOLDERS.computeIfAbsent(jar, NativeLibraries::unpacked) + here;
    }

    /**
     * What has RocksDB for all that runs in this JVM with that class path, and is never let go of. Copies of the library share
     * some of what is static in it, and a table that one of them made there led into nothing, and this JVM into a crash, once
     * that one was unloaded with the classes that had loaded it.
     */
    static ClassLoader classes(String classPath) {
        String jar = jar(classPath);
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        return jar == null
                ? platform
                : CLASSES.computeIfAbsent(jar, each -> new URLClassLoader(new URL[] {url(each)}, platform));
    }

    /** Null when there is none. */
    private static String jar(String classPath) {
        for (String entry : classPath.split(File.pathSeparator)) {
            Path name = Path.of(entry).getFileName();
            if (name != null && name.toString().startsWith("rocksdbjni")) {
                return entry;
            }
        }
        return null;
    }

    static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a file has no URL", e);
        }
    }

    /** With what parts it from what follows; empty when there is nothing for this system. */
    private static String unpacked(String jar) {
        String library = library(System.getProperty("os.name"), System.getProperty("os.arch"));
        try (ZipFile zip = new ZipFile(jar)) {
            ZipEntry entry = zip.getEntry(library);
            if (entry == null) {
                return "";
            }
            Path folder = Folders.temporary(Path.of(System.getProperty("java.io.tmpdir")), "kvlab-native-");
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, folder.resolve(library));
            }
            return folder + ":";
        } catch (IOException e) {
            return "";
        }
    }

    private static String library(String system, String processor) {
        boolean arm = processor.equals("aarch64");
        return system.toLowerCase(Locale.ROOT).startsWith("mac")
                ? "librocksdbjni-osx-" + (arm ? "arm64" : "x86_64") + ".jnilib"
                : "librocksdbjni-linux" + (arm ? "-aarch64" : "64") + ".so";
    }
}
