package kvlab.wrk2;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import party.iroiro.luajava.Lua;
import party.iroiro.luajava.luajit.LuaJit;

/**
 * Waits to a fraction of a millisecond on Linux, where the selector is a file descriptor that can itself be polled: for
 * what is left of a millisecond the thread sleeps in {@code ppoll}, whose limit is in nanoseconds, and then asks the
 * selector without waiting. LuaJIT, which is here anyway, makes the system call.
 *
 * <p>Linux wakes a sleeper up to 50 µs late, so that it can wake several at once. That is left as it is: each waking
 * costs the machine something, and docs/wrk2.md has how much.
 */
final class PollWaiting extends Waiting {

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final String SELECTOR = "anon_inode:[eventpoll]";

    private final Lua lua = new LuaJit();
    private final int poll;

    private PollWaiting(Selector selector, int descriptor) {
        super(selector);
        lua.openLibraries();
        lua.load(Sources.resource("poll.lua"), "=poll");
        lua.push(descriptor);
        lua.pCall(1, 1);
        poll = lua.ref();
    }

    /** Null where a selector is something else. */
    static PollWaiting open() throws IOException {
        Set<String> before = selectors();
        Selector selector = Selector.open();
        Set<String> opened = selectors();
        opened.removeAll(before);
        if (opened.size() == 1) {
            return new PollWaiting(selector, Integer.parseInt(opened.iterator().next()));
        }
        selector.close();
        return null;
    }

    private static Set<String> selectors() throws IOException {
        Set<String> found = new HashSet<>();
        if (Files.isDirectory(OPEN_FILES)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
                for (Path file : files) {
                    if (isSelector(file)) {
                        found.add(file.getFileName().toString());
                    }
                }
            }
        }
        return found;
    }

    private static boolean isSelector(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().equals(SELECTOR);
        } catch (IOException e) {
            // Closed meanwhile; the listing itself is such a file.
            return false;
        }
    }

    @Override
    void select(Consumer<SelectionKey> ready, long now, long at) throws IOException {
        long nanos = at - now;
        if (nanos > 2 * MILLI) {
            selector().select(ready, nanos / MILLI - 1);
            return;
        }
        if (nanos > 0) {
            lua.refGet(poll);
            lua.push(nanos);
            lua.pCall(1, 0);
        }
        selector().selectNow(ready);
    }

    @Override
    public void close() throws IOException {
        lua.close();
        super.close();
    }
}
