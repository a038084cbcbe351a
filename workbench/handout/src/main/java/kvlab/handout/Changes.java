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
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Waits until somebody saves. An editor writes a file in several steps, and whoever saves all saves many: what comes within
 * 200 ms is one change.
 */
public final class Changes implements AutoCloseable {

    private static final long QUIET_MILLIS = 200;

    private static final WatchEvent.Kind<?>[] KINDS = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE
    };

    private final Path project;
    private final Path sources;
    private final WatchService service;
    private final AtomicBoolean hasCome = new AtomicBoolean();

    /** From now on: what is saved before the first {@link #await} counts. */
    public Changes(Project project) throws IOException {
        this.project = project.folder();
        this.sources = this.project.resolve("src");
        this.service = this.project.getFileSystem().newWatchService();
        watchFolders();
    }

    /** Watching a folder is not watching those in it; to register one again does no harm. */
    private void watchFolders() throws IOException {
        // There it is heard when all sources are gone, and when they come back.
        project.register(service, KINDS);
        List<Path> known;
        List<Path> found = List.of();
        do {
            known = found;
            found = FileTree.below(sources).folders();
            for (Path folder : found) {
                watch(folder);
            }
            // What is made in a folder between its list and its registration would never be heard of.
        } while (!found.equals(known));
    }

    private void watch(Path folder) throws IOException {
        try {
            folder.register(service, KINDS);
        } catch (NoSuchFileException e) {
            // That it went is a change of the folder around it.
            return;
        }
    }

    /** Whether somebody has saved since the last {@link #await} returned. */
    public boolean hasCome() throws IOException {
        for (WatchKey key = service.poll(); key != null; key = service.poll()) {
            hasCome.set(true);
            hear(key);
        }
        return hasCome.get();
    }

    /** Returns after the next change, once nothing more comes. */
    public void await() throws IOException, InterruptedException {
        WatchKey key;
        if (hasCome.getAndSet(false)) {
            watchFolders();
            key = nextSoon();
        } else {
            key = service.take();
        }
        while (key != null) {
            hear(key);
            key = nextSoon();
        }
    }

    private WatchKey nextSoon() throws InterruptedException {
        return service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void hear(WatchKey key) throws IOException {
        key.pollEvents();
        key.reset();
        watchFolders();
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
