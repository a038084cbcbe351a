package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What a command says while it runs: its last lines, and in the end only which command it was and how long it took. */
final class Progress {

    private static final int LINES = 3;
    private static final int SECONDS_IN_MINUTE = 60;

    private final Display.Live live;
    private final String command;
    private final long begin = System.nanoTime();
    private final Deque<String> last = new ArrayDeque<>();
    private boolean ended;

    private record Said(String text, String html) implements Shown {}

    Progress(Display.Live live, List<String> words) {
        this.live = live;
        this.command = "./lab " + Words.line(words);
        show();
    }

    synchronized void say(String line) {
        if (ended) {
            return;
        }
        last.add(line);
        if (last.size() > LINES) {
            last.remove();
        }
        show();
    }

    private void show() {
        String text = command + "\n" + String.join("\n", last);
        live.show(new Said(text.strip(), "<pre>" + escaped(text.strip()) + "</pre>\n"));
    }

    /** @param how it ended, if not by itself */
    synchronized void end(String how) {
        ended = true;
        String took = how + "in " + took();
        live.show(new Said(
                command + "   " + took, "<p><code>" + escaped(command) + "</code> &nbsp; " + escaped(took) + "</p>\n"));
    }

    private String took() {
        long seconds = Math.round((System.nanoTime() - begin) / 1e9);
        long minutes = seconds / SECONDS_IN_MINUTE;
        return minutes == 0 ? seconds + " s" : minutes + " min " + seconds % SECONDS_IN_MINUTE + " s";
    }
}
