package kvlab.bench.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that the checks look at. On a real machine it is that machine; a test gives a folder with a small /proc and a few
 * scripts in it.
 *
 * @param root where /proc, /sys, /etc and /usr/lib/jvm hang
 * @param home the user's folder
 * @param kit the kit's folder
 * @param osName as the JVM says it: Linux, Mac OS X
 * @param processors what the JVM counts, container and affinity taken into account
 * @param javaHome the home of this JVM
 * @param patience how long a program that is not the kit's may take to answer
 */
record Surroundings(
        Path root,
        Path home,
        Path kit,
        Map<String, String> environment,
        String osName,
        String osVersion,
        String architecture,
        int processors,
        Path javaHome,
        Duration patience) {
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What is ours does answer; on a busy machine a JVM takes long to start, and who waits for it loses nothing. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(60);

    static Surroundings here(Path kit) {
        return new Surroundings(
                kit.toAbsolutePath().getRoot(),
                Path.of(System.getProperty("user.home")),
                kit.toAbsolutePath().normalize(),
                Map.copyOf(System.getenv()),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Path.of(System.getProperty("java.home")),
                PATIENCE);
    }

    boolean linux() {
        return osName.equals("Linux");
    }

    boolean mac() {
        return osName.startsWith("Mac");
    }

    /** What a file under the root holds; empty when it is not there or not for this user to read. */
    Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(root.resolve(file)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What stands on one line of a file after a key and a colon. */
    Optional<String> line(String file, String key) {
        return read(file).stream()
                .flatMap(String::lines)
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].strip().equals(key))
                .map(parts -> parts[1].strip())
                .findFirst();
    }

    /** A variable of the environment; one that is set to nothing counts as not set. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** The programs of that name on PATH in its order, each once, however many links lead to it. */
    List<Path> programs(String name) {
        Map<Path, Path> found = new LinkedHashMap<>();
        for (String folder : variable("PATH").orElse("").split(File.pathSeparator)) {
            Path program = Path.of(folder).resolve(name);
            if (program.isAbsolute() && Files.isRegularFile(program) && Files.isExecutable(program)) {
                found.putIfAbsent(realPath(program), program);
            }
        }
        return List.copyOf(found.values());
    }

    Optional<Path> program(String name) {
        return programs(name).stream().findFirst();
    }

    Program.Answer ask(Path program, String... arguments) {
        return ask(patience, program, arguments);
    }

    Program.Answer askOurs(Path program, String... arguments) {
        return ask(LONG_PATIENCE, program, arguments);
    }

    private Program.Answer ask(Duration limit, Path program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Map<String, String> untranslated = new HashMap<>(environment);
        untranslated.put("LC_ALL", "C");
        return new Program(kit, untranslated, limit).ask(command);
    }

    /** What a small tool of the system prints, when there is such a tool and it succeeds. */
    Optional<String> tell(String name, String... arguments) {
        return program(name)
                .map(program -> ask(program, arguments))
                .filter(Program.Answer::good)
                .map(answer -> answer.output().strip())
                .filter(output -> !output.isEmpty());
    }

    static Path realPath(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    /** The entries of a folder in the order of their names; none when there is no such folder. */
    static List<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
