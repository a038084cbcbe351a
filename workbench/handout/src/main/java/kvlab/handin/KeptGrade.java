package kvlab.handin;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What grading a hand-in once more came to, kept beside its code: a class takes hours, and its page is made anew in seconds.
 *
 * @param code the fingerprint of what was graded
 * @param stage whose rules it was graded by: the same code may be handed in for another one
 * @param kit what graded it
 * @param problem why there is no grade, in a sentence; null when there is one
 * @param forGood whether there would be none the next time, either
 * @param grade as the grader wrote it, with every check decided; null when there is none
 */
public record KeptGrade(String code, String stage, String kit, String problem, boolean forGood, JsonObject grade) {

    static final String FILE = "regraded.json";
    static final String PAGE = "regraded.html";

    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

    /**
     * A grade that left something open is no score, and is graded again by the next.
     *
     * @param written what {@code grade --json} wrote
     */
    public static KeptGrade of(String code, String stage, String kit, byte[] written) {
        try {
            JsonObject grade = Json.object("the grade", written);
            String open = Regraded.undecided(Scores.parse(grade));
            return open == null ? new KeptGrade(code, stage, kit, null, false, grade) : failed(code, stage, kit, open);
        } catch (BadHandIn e) {
            return failed(code, stage, kit, e.getMessage());
        }
    }

    /**
     * One that may come to something the next time.
     *
     * @param problem may be what a hostile program said
     */
    public static KeptGrade failed(String code, String stage, String kit, String problem) {
        return new KeptGrade(code, stage, kit, Regraded.failed(problem).problem(), false, null);
    }

    /** The same of code that does not compile, or does what it is killed for: to grade it again would only take time. */
    public static KeptGrade failedForGood(String code, String stage, String kit, String problem) {
        return new KeptGrade(code, stage, kit, Regraded.failed(problem).problem(), true, null);
    }

    /** Null when there is none, or none that can be read or says its stage: then it is graded again. */
    public static KeptGrade read(Path folder) {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            KeptGrade kept = GSON.fromJson(Json.text(FILE, Files.readAllBytes(file)), KeptGrade.class);
            boolean isWhole = kept != null
                    && kept.code != null
                    && kept.stage != null
                    && (kept.problem == null) != (kept.grade == null);
            return isWhole ? kept : null;
        } catch (JsonParseException | BadHandIn | IOException e) {
            return null;
        }
    }

    /** @param page the grader's, which shows what the nodes wrote; null when there is none. One that is too large is left out */
    public void write(Path folder, Path page) throws IOException {
        Path shown = folder.resolve(PAGE);
        if (page == null || Files.size(page) > HandIn.MOST_BYTES_OF_HTML) {
            Files.deleteIfExists(shown);
        } else {
            Viewer.write(shown, folder.getFileName() + ": graded again", "as the grader wrote it", page);
        }
        Output.whole(folder.resolve(FILE), GSON.toJson(this) + "\n");
    }

    static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(FILE));
        Files.deleteIfExists(folder.resolve(PAGE));
    }

    /** Whether it says anything of these sources as a solution of this stage. */
    boolean isOf(String sources, String task) {
        return code.equals(sources) && stage.equals(task);
    }

    /** Whether the same kit need not grade it again. */
    public boolean isDecided(String sources, String task, String grader) {
        return isOf(sources, task) && grader.equals(kit) && (problem == null || forGood);
    }

    /** Whether the same kit graded it and came to no decision. */
    public boolean isUndecided(String sources, String task, String grader) {
        return isOf(sources, task) && grader.equals(kit) && problem != null && !forGood;
    }

    public Regraded regraded() {
        if (problem != null) {
            return Regraded.failed(problem);
        }
        try {
            return new Regraded(Scores.parse(grade), null);
        } catch (BadHandIn e) {
            return Regraded.failed(e.getMessage());
        }
    }
}
