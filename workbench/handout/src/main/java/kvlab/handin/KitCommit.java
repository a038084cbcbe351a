package kvlab.handin;

import java.io.IOException;
import java.nio.file.Path;
import kvlab.bench.kept.GitCommit;
import kvlab.handout.Edition;

/** Which state of the kit made a hand-out or a hand-in. */
public final class KitCommit {

    /** Of a commit's name, as much as tells it from others. */
    private static final int SHORT = 12;

    private KitCommit() {}

    /** In short: that of all of the kit, where this is the edition for students; empty when it has none. */
    public static String of(Path kitHome) throws IOException, InterruptedException {
        Edition edition = Edition.of(kitHome);
        String commit = edition.isForStudents() ? edition.commit() : GitCommit.of(kitHome);
        return commit == null ? "" : commit.substring(0, Math.min(commit.length(), SHORT));
    }
}
