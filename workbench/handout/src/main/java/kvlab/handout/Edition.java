package kvlab.handout;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Which edition of the kit a folder is: all of it, or the one for students, in which the references are jars.
 *
 * @param isForStudents whether no solution is in it
 * @param commit of the kit that it was made of; empty for all of the kit
 */
public record Edition(boolean isForStudents, String commit) {

    private static final String FILE = "edition.properties";

    public static Edition of(Path kitHome) throws IOException {
        Properties properties = new Properties();
        if (Files.exists(kitHome.resolve(FILE))) {
            try (Reader in = Files.newBufferedReader(kitHome.resolve(FILE))) {
                properties.load(in);
            }
        }
        return new Edition(
                properties.getProperty("edition", "").equals("student"), properties.getProperty("commit", ""));
    }

    static void writeForStudents(Unfinished edition, String commit) throws IOException {
        String text = "# The student edition of the kit, made by ./lab export: the references are jars.\n"
                + "edition=student\ncommit=" + commit + "\n";
        edition.write(FILE, text.getBytes(StandardCharsets.UTF_8));
    }
}
