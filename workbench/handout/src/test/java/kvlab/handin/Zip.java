package kvlab.handin;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** A hand-in that somebody changes with a tool of his own. */
final class Zip {

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<ZipArchiveEntry> links = new ArrayList<>();
    private final List<String> twice = new ArrayList<>();

    private Zip() {}

    static Zip of(Path zip) throws IOException {
        Zip read = new Zip();
        try (InputStream in = Files.newInputStream(zip);
                ZipInputStream entries = new ZipInputStream(in)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                read.files.put(entry.getName(), entries.readAllBytes());
            }
        }
        return read;
    }

    Map<String, byte[]> files() {
        return files;
    }

    String text(String name) {
        return new String(files.get(name), StandardCharsets.UTF_8);
    }

    JsonObject manifest() {
        return JsonParser.parseString(text(Manifest.FILE)).getAsJsonObject();
    }

    Zip put(String name, String text) {
        return put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    Zip put(String name, byte[] content) {
        files.put(name, content);
        return this;
    }

    Zip without(String name) {
        files.remove(name);
        return this;
    }

    Zip link(String name, String target) {
        ZipArchiveEntry link = new ZipArchiveEntry(name);
        link.setUnixMode(0120777);
        link.setComment(target);
        links.add(link);
        return this;
    }

    Zip again(String name) {
        twice.add(name);
        return this;
    }

    Zip manifest(Consumer<JsonObject> change) {
        JsonObject manifest = manifest();
        change.accept(manifest);
        return put(
                Manifest.FILE, new Gson().newBuilder().serializeNulls().create().toJson(manifest));
    }

    /** Lists what is there now. */
    Zip sealed() {
        return manifest(manifest -> {
            JsonArray entries = new JsonArray();
            files.forEach((name, content) -> {
                if (!name.equals(Manifest.FILE)) {
                    entries.add(new Gson().toJsonTree(Manifest.Entry.of(name, content)));
                }
            });
            manifest.add("files", entries);
        });
    }

    Path write(Path zip) throws IOException {
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                add(out, new ZipArchiveEntry(file.getKey()), file.getValue());
            }
            for (String name : twice) {
                add(out, new ZipArchiveEntry(name), files.get(name));
            }
            for (ZipArchiveEntry link : links) {
                add(out, link, link.getComment().getBytes(StandardCharsets.UTF_8));
            }
        }
        return zip;
    }

    /** Says of each entry that it is packed by this method, whatever it is packed by. */
    static Path saying(int method, Path zip) throws IOException {
        byte[] bytes = Files.readAllBytes(zip);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i + 12 <= bytes.length; i++) {
            if (buffer.getInt(i) == 0x04034b50) {
                buffer.putShort(i + 8, (short) method);
            } else if (buffer.getInt(i) == 0x02014b50) {
                buffer.putShort(i + 10, (short) method);
            }
        }
        return Files.write(zip, bytes);
    }

    private static void add(ZipArchiveOutputStream out, ZipArchiveEntry entry, byte[] content) throws IOException {
        out.putArchiveEntry(entry);
        out.write(content);
        out.closeArchiveEntry();
    }
}
