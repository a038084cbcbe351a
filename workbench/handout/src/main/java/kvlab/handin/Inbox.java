package kvlab.handin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import kvlab.cluster.Reason;

/**
 * The folder of hand-ins, as a mailbox or a learning platform leaves it: zips, or folders of students with zips in them. Nobody
 * misses a student who has no row, so whatever else lies there is told of.
 *
 * @param others what is no hand-in, and why
 */
record Inbox(List<Zip> zips, List<Reviewed.Refused> others) {

    private static final int NAMED = 3;

    /** What systems leave wherever somebody looks. */
    private static final Set<String> OF_SYSTEMS = Set.of("__macosx", "thumbs.db", "desktop.ini");

    /** @param name below the folder, with slashes: on some platforms all files are called the same */
    record Zip(String name, Path path) {

        /** In which some platforms put what a student sends; empty when there is none. */
        String folder() {
            return name.substring(0, name.lastIndexOf('/') + 1);
        }
    }

    /** @param output of the review, which may lie in there, as may those of earlier ones */
    static Inbox of(Path folder, Path output) throws IOException {
        Inbox inbox = new Inbox(new ArrayList<>(), new ArrayList<>());
        for (Path each : in(folder)) {
            String name = name(each);
            if (Files.isDirectory(each)) {
                if (!isReview(each, output)) {
                    inbox.lookInto(each);
                }
            } else if (isZip(each)) {
                inbox.zips.add(new Zip(name, each));
            } else {
                inbox.refuse(name, "it is no zip, which ./lab submit makes");
            }
        }
        return inbox;
    }

    /** That of a student, or of a group. */
    private void lookInto(Path folder) {
        String name = name(folder) + "/";
        try {
            List<String> left = new ArrayList<>();
            int known = zips.size();
            for (Path each : in(folder)) {
                if (isZip(each)) {
                    zips.add(new Zip(name + name(each), each));
                } else {
                    left.add(name(each));
                }
            }
            boolean hasZip = zips.size() > known;
            if (!left.isEmpty()) {
                refuse(name, (hasZip ? "beside a zip there is " : "there is no zip in it, but ") + some(left));
            } else if (!hasZip) {
                refuse(name, "there is nothing in it");
            }
        } catch (IOException e) {
            refuse(name, "it cannot be read: " + Reason.of(e));
        }
    }

    private void refuse(String name, String reason) {
        others.add(new Reviewed.Refused(name, Words.oneLine(reason)));
    }

    private static String some(List<String> names) {
        int more = names.size() - NAMED;
        return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !isOfSystem(name(file))).sorted().toList();
        }
    }

    private static boolean isOfSystem(String name) {
        return name.startsWith(".") || OF_SYSTEMS.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean isZip(Path file) {
        return name(file).toLowerCase(Locale.ROOT).endsWith(".zip") && Files.isRegularFile(file);
    }

    /** This one, or an earlier one. Whoever calls a file as a review does, beside zips, hides nobody by that. */
    private static boolean isReview(Path folder, Path output) throws IOException {
        if (folder.toAbsolutePath().normalize().equals(output.toAbsolutePath().normalize())) {
            return true;
        }
        return Files.exists(folder.resolve(Output.LIST))
                && Files.exists(folder.resolve(Review.PAGE))
                && in(folder).stream().noneMatch(Inbox::isZip);
    }

    /** Without what a terminal would take for a command. */
    static String name(Path file) {
        return Words.oneLine(file.getFileName().toString());
    }
}
