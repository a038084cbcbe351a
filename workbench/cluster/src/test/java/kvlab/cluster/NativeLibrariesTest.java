package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {

    private static final String HERE = System.getProperty("java.library.path");
    private static final byte[] LIBRARY = "what a processor reads".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    @Test
    void theLibraryOfThisSystemIsUnpackedOnceForAllNodes() throws Exception {
        Path jar = jar(
                "librocksdbjni-linux64.so",
                "librocksdbjni-linux-aarch64.so",
                "librocksdbjni-osx-arm64.jnilib",
                "librocksdbjni-osx-x86_64.jnilib");
        String path = NativeLibraries.path("/somewhere/stage.jar:" + jar);
        assertTrue(path.endsWith(":" + HERE), path);
        Path folder = Path.of(path.substring(0, path.indexOf(':')));
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> unpacked = files.toList();
            assertEquals(1, unpacked.size(), unpacked.toString());
            assertArrayEquals(LIBRARY, Files.readAllBytes(unpacked.get(0)));
        }
        assertEquals(path, NativeLibraries.path("/somewhere/else.jar:" + jar));
    }

    @Test
    void withoutALibraryForThisSystemNodesLookWhereTheyAlwaysDo() throws Exception {
        assertEquals(HERE, NativeLibraries.path("/somewhere/stage.jar"));
        assertEquals(HERE, NativeLibraries.path(jar("librocksdbjni-another.so").toString()));
        assertEquals(HERE, NativeLibraries.path("/nowhere/rocksdbjni.jar"));
        String project = Files.createDirectories(directory.resolve("my-rocksdbjni/target/classes"))
                .toString();
        assertSame(ClassLoader.getPlatformClassLoader(), NativeLibraries.classes(project));
    }

    @Test
    void whatRunsInThisJvmSharesOneLibraryOfAJar() throws Exception {
        Path jar = jar("org/rocksdb/RocksDB.class");
        ClassLoader classes = NativeLibraries.classes("/somewhere/stage.jar:" + jar);
        assertSame(classes, NativeLibraries.classes("/somewhere/else.jar:" + jar));
        assertNotNull(classes.getResource("org/rocksdb/RocksDB.class"));
        Path another = jar("org/rocksdb/RocksDB.class", "org/rocksdb/Options.class");
        assertNotSame(classes, NativeLibraries.classes("/somewhere/stage.jar:" + another));
        assertSame(ClassLoader.getPlatformClassLoader(), NativeLibraries.classes("/somewhere/stage.jar"));
    }

    private Path jar(String... entries) throws IOException {
        Path jar = directory.resolve("rocksdbjni-" + entries.length + ".jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(LIBRARY);
            }
        }
        return jar;
    }
}
