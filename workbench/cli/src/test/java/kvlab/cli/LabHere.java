package kvlab.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** The result of a ./lab command that ran in this JVM, which saves the start of another one. */
record LabHere(int exit, String out, String err) {

    /** @param home the kit's folder */
    static LabHere run(Path home, String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Lab.commandLine(home, new PrintWriter(out), new PrintWriter(err))
                .execute(words);
        return new LabHere(exit, out.toString(), err.toString());
    }
}
