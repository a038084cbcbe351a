package kvlab.handout;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits until somebody saves. An editor writes a file in several steps, and whoever saves all saves many: what comes within
 * 200 ms is one change.
 */
public final class Changes implements AutoCloseable {

    private static final long QUIET_MILLIS = 200;

    private static final WatchEvent.Kind<?>[] KINDS = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE
    };

    private final Path sources;
    private final WatchService service;

    /** From now on: what is saved before the first {@link #await} counts. */
    public Changes(Project project) throws IOException {
        this.sources = project.folder().resolve("src");
        this.service = sources.getFileSystem().newWatchService();
        watchFolders();
    }

    /** Watching a folder is not watching those in it; to register one again does no harm. */
    private void watchFolders() throws IOException {
        List<Path> folders = FileTree.below(sources).folders();
        if (folders.isEmpty()) {
            // Nobody would hear of it when it came back.
            throw new NoSuchFileException(sources.toString());
        }
        for (Path folder : folders) {
            try {
                folder.register(service, KINDS);
            } catch (NoSuchFileException e) {
                // That it went is a change of the folder around it.
                continue;
            }
        }
    }

    /** Returns after the next change, once nothing more comes. */
    public void await() throws IOException, InterruptedException {
        WatchKey key = service.take();
        while (key != null) {
            key.pollEvents();
            key.reset();
            watchFolders();
            key = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
