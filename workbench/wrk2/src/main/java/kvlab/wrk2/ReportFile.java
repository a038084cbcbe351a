package kvlab.wrk2;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Half a report looks like a report. So the text goes to a file beside, which then takes the name. */
final class ReportFile {

    private ReportFile() {}

    static void write(Path file, String text) throws IOException {
        // A link, a pipe or a device is to be written to, not to be replaced.
        boolean special = Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        Path written = special ? file : file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(written, text);
            if (!special) {
                Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            if (!special && Files.exists(written)) {
                Files.delete(written);
            }
            throw new IOException("cannot write " + file + ": " + reason(file, e), e);
        }
    }

    private static String reason(Path file, IOException failure) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            return "there is no folder " + folder;
        }
        String reason = failure instanceof FileSystemException known ? known.getReason() : failure.getMessage();
        return reason != null ? reason : failure.getClass().getSimpleName();
    }
}
