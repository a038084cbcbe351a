package kvlab.bench.page;

import java.io.IOException;
import kvlab.bench.kept.RunFolder;

/** What is kept in a folder, for people, in 80 columns. */
public final class FolderText {

    private FolderText() {}

    /** One line of a list. */
    public static String line(RunFolder folder) throws IOException {
        return switch (folder.kind()) {
            case RUN -> RunText.line(folder.read());
            case COMPARISON -> ComparisonText.line(folder.comparison());
        };
    }

    /** The whole text. */
    public static String of(RunFolder folder) throws IOException {
        return switch (folder.kind()) {
            case RUN -> RunText.of(folder.read());
            case COMPARISON -> ComparisonText.of(folder.comparison());
        };
    }
}
