package kvlab.handout;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * What does a stage add? It wraps the classes of earlier stages, and declares one again, under the same simple name, only
 * where that class's behaviour is its lesson. So its files are of two kinds: some are new, and of the others the difference to
 * the latest earlier namesake tells it all. Nothing is left out of a difference, not even the package.
 *
 * @param files the wiring first, then those with a namesake, then the new ones; each group by name
 */
public record StageDiff(List<FileDiff> files) {

    private static final String WIRING = "StageNode.java";

    private static final Comparator<FileDiff> ORDER = Comparator.comparing(
                    (FileDiff file) -> !file.name().equals(WIRING))
            .thenComparing(FileDiff::isNew)
            .thenComparing(FileDiff::name);

    public static StageDiff of(Path kitHome, String stage) throws UsageException, IOException {
        Stages stages = new Stages(kitHome);
        List<StageFile> own = StageFile.all(kitHome, stages.folder(stage));
        List<String> names = stages.names();
        Map<String, StageFile> latest = new HashMap<>();
        for (String earlier : names.subList(0, names.indexOf(stage))) {
            for (StageFile file : StageFile.all(kitHome, stages.folder(earlier))) {
                latest.put(file.name(), file);
            }
        }
        List<FileDiff> files = new ArrayList<>();
        for (StageFile file : own) {
            files.add(FileDiff.of(latest.get(file.name()), file));
        }
        files.sort(ORDER);
        return new StageDiff(files);
    }

    /** Unified diffs, one after the other, as patch and less read them. */
    public String text(boolean colour) {
        return files.stream().map(file -> file.text(colour)).collect(Collectors.joining("\n"));
    }

    /** A line for each file: where it comes from, and how many lines came and went. */
    public String table() {
        int added = files.stream().mapToInt(FileDiff::added).sum();
        int removed = files.stream().mapToInt(FileDiff::removed).sum();
        String all = files.size() == 1 ? "1 file" : files.size() + " files";
        return row("file", "beside", "+", "-")
                + files.stream()
                        .map(file ->
                                row(file.name(), file.isNew() ? "new" : file.beside(), file.added(), file.removed()))
                        .collect(Collectors.joining())
                + row(all, "", added, removed);
    }

    private static String row(Object... cells) {
        return String.format("%-40s %-18s %6s %6s%n", cells);
    }
}
