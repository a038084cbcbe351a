package kvlab.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The disk that the kit stands on: its nodes keep their data there.
 *
 * @param freeBytes what this user may still write, or null when the folder is not there
 * @param fileSystem ext4, apfs, overlay …, or null
 */
record Disk(Path path, Long freeBytes, String fileSystem) {
    private static final long LITTLE = 5 * Sizes.GIB;
    private static final long TOO_LITTLE = 500 * Sizes.MIB;
    private static final List<String> OF_WINDOWS = List.of("9p", "drvfs", "v9fs");

    static Disk look(Surroundings here) {
        // A FileStore knows the free space too, but not under a mount that /proc/mounts does not show (a chroot).
        Long free = Files.isDirectory(here.kit()) ? here.kit().toFile().getUsableSpace() : null;
        return new Disk(here.kit(), free, fileSystem(here.kit()));
    }

    private static String fileSystem(Path path) {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException e) {
            return null;
        }
    }

    Finding finding() {
        if (freeBytes == null) {
            return Finding.warn("disk", "there is no folder " + path, null);
        }
        String found = Sizes.text(freeBytes) + " free" + (fileSystem == null ? "" : " (" + fileSystem + ")");
        if (freeBytes < TOO_LITTLE) {
            return Finding.fail("disk", found + ": a run needs " + Sizes.text(TOO_LITTLE), "./lab clean");
        }
        if (freeBytes < LITTLE) {
            return Finding.warn("disk", found + ": long runs want " + Sizes.text(LITTLE), "./lab clean");
        }
        if (fileSystem != null && OF_WINDOWS.contains(fileSystem)) {
            return Finding.warn("disk", found + ": a disk of Windows is slow from Linux", "cp -r \"" + path + "\" ~/");
        }
        return Finding.ok("disk", found);
    }
}
