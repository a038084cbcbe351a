package kvlab.handin;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import kvlab.cluster.UsageException;
import kvlab.handout.Project;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * A zip that somebody handed in, unpacked. It is hostile until proven otherwise: what its headers say is not believed, every
 * limit counts what was read, and nothing is written that is not known by its name.
 *
 * @param folder with its files, as a project of its own
 */
record HandIn(Path folder, StudentName name, Manifest manifest, Project project) {

    static final String RUNS = "runs";
    static final String REPORT = "report.ipynb";
    static final String PAGE = "report.html";

    private static final String SOURCES = "src/";
    private static final int MEBI = 1 << 20;
    static final long MOST_BYTES_PACKED = 32L * MEBI;
    static final long MOST_BYTES_OF_AN_ENTRY = 32L * MEBI;
    static final long MOST_BYTES = 128L * MEBI;
    static final int MOST_ENTRIES = 2000;

    /** Of JSON other than the notebook, in which pictures are. */
    private static final long MOST_BYTES_OF_JSON = 4L * MEBI;

    /** Of what wrk2 printed; a knee that was not found has about a hundred kilobytes of it. */
    private static final long MOST_BYTES_OF_TEXT = MEBI;

    /** Of a page, of which one with quotation marks alone becomes six times as large inside one of ours. */
    static final long MOST_BYTES_OF_HTML = 16L * MEBI;

    private static final long MOST_BYTES_OF_ALL_HTML = 32L * MEBI;

    /** Begins each entry in the directory of a zip. */
    private static final byte[] ENTRY = {'P', 'K', 1, 2};

    /** Below a MiB whatever deflates well is harmless. */
    private static final long MOST_RATIO = 200;

    /** Only what it says of itself, of which nothing is proven yet. */
    static Manifest manifest(Path zip) throws IOException, BadHandIn {
        requireSmall(zip);
        try (ZipFile archive = open(zip)) {
            ZipArchiveEntry entry = archive.getEntry(Manifest.FILE);
            if (entry == null) {
                throw noManifest();
            }
            byte[] content = content(archive, entry, Files.size(zip), MOST_BYTES);
            json(Manifest.FILE, content);
            return Manifest.parse(Json.text(Manifest.FILE, content));
        }
    }

    private static BadHandIn noManifest() {
        return BadHandIn.of("there is no " + Manifest.FILE + " in it: it was not made by ./lab submit");
    }

    private static void requireSmall(Path zip) throws IOException, BadHandIn {
        if (Files.size(zip) > MOST_BYTES_PACKED) {
            throw BadHandIn.of(
                    "it has " + Files.size(zip) / MEBI + " MiB: expected " + MOST_BYTES_PACKED / MEBI + " at most");
        }
        // Whoever opens a zip reads its whole directory, which may be all of its 32 MiB.
        byte[] bytes = Files.readAllBytes(zip);
        int entries = 0;
        for (int i = 0; i + ENTRY.length <= bytes.length; i++) {
            if (bytes[i] == ENTRY[0] && Arrays.equals(bytes, i, i + ENTRY.length, ENTRY, 0, ENTRY.length)) {
                entries++;
            }
        }
        if (entries > MOST_ENTRIES) {
            throw tooManyEntries();
        }
    }

    private static BadHandIn tooManyEntries() {
        return BadHandIn.of("it has more than " + MOST_ENTRIES + " entries");
    }

    /** @param folder an empty one */
    static HandIn read(Path zip, Path folder) throws IOException, BadHandIn {
        requireSmall(zip);
        Map<String, Manifest.Entry> files = unpack(zip, folder);
        if (files.remove(Manifest.FILE) == null) {
            throw noManifest();
        }
        Manifest manifest = Manifest.parse(Files.readString(folder.resolve(Manifest.FILE)));
        check(manifest, files);
        return new HandIn(folder, StudentName.of(manifest.name()), manifest, project(folder, manifest));
    }

    private static Map<String, Manifest.Entry> unpack(Path zip, Path folder) throws IOException, BadHandIn {
        Map<String, Manifest.Entry> files = new HashMap<>();
        Set<String> seen = new HashSet<>();
        long all = 0;
        long html = 0;
        try (ZipFile archive = open(zip)) {
            Enumeration<ZipArchiveEntry> entries = archive.getEntriesInPhysicalOrder();
            int count = 0;
            while (entries.hasMoreElements()) {
                ZipArchiveEntry entry = entries.nextElement();
                if (++count > MOST_ENTRIES) {
                    throw tooManyEntries();
                }
                String name = entry.getName();
                EntryName.check(name);
                // Where case and composition make no difference, one would be written over the other.
                if (!seen.add(Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT))) {
                    throw BadHandIn.of("entry " + name + " is there twice");
                }
                if (entry.isUnixSymlink()) {
                    throw BadHandIn.of("entry " + name + " is a symbolic link");
                }
                if (entry.isDirectory()) {
                    continue;
                }
                EntryName.checkKnown(name);
                byte[] content = content(archive, entry, Files.size(zip), MOST_BYTES - all);
                all += content.length;
                requireReadable(name, content);
                html += isPage(name) ? content.length : 0;
                if (html > MOST_BYTES_OF_ALL_HTML) {
                    throw BadHandIn.of(
                            "its pages have more than " + MOST_BYTES_OF_ALL_HTML / MEBI + " MiB of HTML together");
                }
                write(folder, name, content);
                files.put(name, Manifest.Entry.of(name, content));
            }
        }
        return files;
    }

    private static ZipFile open(Path zip) throws BadHandIn {
        try {
            return ZipFile.builder().setPath(zip).get();
        } catch (IOException | RuntimeException e) {
            // The library throws either, whatever is wrong with what it reads.
            throw BadHandIn.of("it is no zip that can be read: " + e.getMessage());
        }
    }

    private static byte[] content(ZipFile archive, ZipArchiveEntry entry, long zipBytes, long room) throws BadHandIn {
        String name = entry.getName();
        // For some others the library looks for classes that the kit does not have.
        if (entry.getMethod() != ZipArchiveEntry.STORED && entry.getMethod() != ZipArchiveEntry.DEFLATED) {
            throw BadHandIn.of("entry " + name + " is packed in a way that ./lab submit does not use");
        }
        long packed = Math.min(entry.getCompressedSize(), zipBytes);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = archive.getInputStream(entry)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                content.write(buffer, 0, read);
                long size = content.size();
                if (size > MOST_BYTES_OF_AN_ENTRY) {
                    throw BadHandIn.of("entry " + name + " has more than " + MOST_BYTES_OF_AN_ENTRY / MEBI + " MiB");
                }
                if (size > room) {
                    throw BadHandIn.of("unpacked it has more than " + MOST_BYTES / MEBI + " MiB");
                }
                if (size > MEBI && size > MOST_RATIO * packed) {
                    throw BadHandIn.of("entry " + name + " is more than " + MOST_RATIO
                            + " times as large as what it was packed into: a zip bomb");
                }
            }
        } catch (IOException | RuntimeException e) {
            throw BadHandIn.of("entry " + name + " cannot be read: " + e.getMessage());
        }
        return content.toByteArray();
    }

    /** Of the student's own files a review reads none, so they may hold anything. */
    private static void requireReadable(String name, byte[] content) throws BadHandIn {
        if (name.startsWith(SOURCES)) {
            return;
        }
        if (name.endsWith(".json") || name.endsWith(".ipynb")) {
            json(name, content);
        } else if (name.endsWith(".txt") && content.length > MOST_BYTES_OF_TEXT) {
            throw BadHandIn.of(name + " has more than " + MOST_BYTES_OF_TEXT / MEBI + " MiB of text");
        } else if (isPage(name) && content.length > MOST_BYTES_OF_HTML) {
            throw BadHandIn.of(name + " has more than " + MOST_BYTES_OF_HTML / MEBI + " MiB of HTML");
        }
    }

    private static boolean isPage(String name) {
        return !name.startsWith(SOURCES) && name.endsWith(".html");
    }

    private static void json(String name, byte[] content) throws BadHandIn {
        if (!name.equals(REPORT) && content.length > MOST_BYTES_OF_JSON) {
            throw BadHandIn.of(name + " has more than " + MOST_BYTES_OF_JSON / MEBI + " MiB of JSON");
        }
        Json.object(name, content);
    }

    private static void write(Path folder, String name, byte[] content) throws IOException, BadHandIn {
        try {
            Path file = folder.resolve(name).normalize();
            if (!file.startsWith(folder.normalize())) {
                throw BadHandIn.of("entry " + name + " is no path below the hand-in");
            }
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (InvalidPathException e) {
            throw BadHandIn.of("entry " + name + " has a name that this machine does not know");
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw BadHandIn.of("entry " + name + " is a file and a folder at once");
        }
    }

    private static void check(Manifest manifest, Map<String, Manifest.Entry> files) throws BadHandIn {
        Set<String> listed = new TreeSet<>();
        for (Manifest.Entry entry : manifest.files()) {
            Manifest.Entry there = files.get(entry.path());
            if (there == null) {
                throw BadHandIn.of(Manifest.FILE + " lists " + entry.path() + ", which is not in it");
            }
            if (!there.equals(entry)) {
                throw BadHandIn.of(entry.path() + " is not what " + Manifest.FILE + " says: "
                        + (there.size() == entry.size() ? "its SHA-256 is another" : "its size is another"));
            }
            listed.add(entry.path());
        }
        for (String name : files.keySet()) {
            if (!listed.contains(name)) {
                throw BadHandIn.of(Manifest.FILE + " does not list " + name + ", which is in it");
            }
        }
    }

    private static Project project(Path folder, Manifest manifest) throws IOException, BadHandIn {
        Project project;
        try {
            project = Project.at(folder);
        } catch (UsageException | CharacterCodingException e) {
            throw BadHandIn.of("its " + Project.FILE + " is missing, or does not say the stage");
        }
        if (!project.stage().equals(manifest.stage())) {
            throw BadHandIn.of(Manifest.FILE + " says stage " + manifest.stage() + ", and " + Project.FILE + " says "
                    + project.stage());
        }
        if (project.sources().isEmpty()) {
            throw BadHandIn.of("there are no sources in it");
        }
        if (!project.fingerprint().equals(manifest.fingerprint())) {
            throw BadHandIn.of(
                    "the fingerprint of its sources is another than the one that " + Manifest.FILE + " says");
        }
        return project;
    }

    /** Null when there is none. */
    Report report() throws IOException, BadHandIn {
        Path file = folder.resolve(REPORT);
        return Files.isRegularFile(file) ? Report.parse(json(file)) : null;
    }

    /** Null when there is none. */
    Scores scores() throws IOException, BadHandIn {
        Path file = folder.resolve(Scores.FILE);
        return Files.isRegularFile(file) ? Scores.parse(json(file)) : null;
    }

    private static JsonObject json(Path file) throws IOException, BadHandIn {
        return Json.object(file.getFileName().toString(), Files.readAllBytes(file));
    }
}
