package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of ./lab, as its script has it, for a home of a test's own. */
final class LabProgram {

    private LabProgram() {}

    /** @param words of the command */
    static List<String> command(Path home, String... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What a command does takes seconds, in which the second of the JVM's compilers would take a quarter of the
        // processor.
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-Dkvlab.home=" + home, "-cp", System.getProperty("java.class.path")));
        command.add(Lab.class.getName());
        command.addAll(List.of(words));
        return command;
    }
}
