package kvlab.bench.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Options;
import kvlab.bench.profile.FlameGraphs;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.profile.Stacks;
import kvlab.cluster.UsageException;

/** The flame graphs of a run: one of all nodes for each event, and one of the first node, where there are others. */
public final class FlamePages {

    private static final int FIRST = 1;

    private FlamePages() {}

    /**
     * Draws them once more from the stacks that were kept.
     *
     * @param where is made
     */
    public static List<Path> draw(RunFolder folder, Path where) throws IOException, UsageException {
        folder.profile();
        Run run = folder.read();
        Files.createDirectories(where);
        List<Path> files = new ArrayList<>();
        for (ProfileEvent event : ProfileEvent.values()) {
            Path stacks = folder.path().resolve(Profile.stacksFile(event));
            if (Files.isRegularFile(stacks)) {
                files.addAll(draw(where, run.options(), event, Stacks.read(stacks)));
            }
        }
        return files;
    }

    public static List<Path> draw(Path where, Options options, ProfileEvent event, Stacks all) throws IOException {
        String name = "flame-" + event.label();
        List<Path> files = new ArrayList<>();
        files.add(draw(where.resolve(name + ".html"), options, "", event, all));
        Stacks first = all.ofNode(FIRST);
        if (!first.isEmpty() && options.nodes() > 1) {
            files.add(draw(where.resolve(name + "-first.html"), options, ", first node", event, first));
        }
        return files;
    }

    private static Path draw(Path file, Options options, String which, ProfileEvent event, Stacks stacks)
            throws IOException {
        String title = options.title() + (options.nodes() == 1 ? "" : ", " + options.nodes() + " nodes")
                + (options.jdk() == null ? "" : ", JDK " + options.jdk()) + ", "
                + options.load().op().label() + " " + options.load().atRate() + which + ": " + event.counts();
        FlameGraphs.write(file, title, stacks);
        return file;
    }
}
