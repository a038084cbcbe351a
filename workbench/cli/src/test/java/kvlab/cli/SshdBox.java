package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import kvlab.cluster.Ports;

/**
 * A box of a test's own: an sshd on the loopback, and a user who is made for it and removed with it. Whoever has its {@link
 * #path} first on PATH gets an ssh that knows the box's key, and no other configuration is touched.
 */
final class SshdBox {

    private static final AtomicInteger BOXES = new AtomicInteger();

    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    /** No other box has this user, in this JVM or in another one. */
    private final String user;

    private final Path folder;
    private final int port;
    private final Process sshd;

    /** Files of somebody who had the user's number before, and is gone. */
    private final List<String> heirlooms;

    private SshdBox(String user, Path folder, int port, Process sshd, List<String> heirlooms) {
        this.user = user;
        this.folder = folder;
        this.port = port;
        this.sshd = sshd;
        this.heirlooms = heirlooms;
    }

    /** Where users cannot be made nothing is tested; where there should be an sshd, its absence is a failure. */
    static void require() throws IOException, InterruptedException {
        boolean found = Files.isExecutable(SSHD);
        if (System.getenv("CI") != null && !found) {
            throw new IOException("there is no sshd, which .ci/run should have installed");
        }
        assumeTrue(found, "there is no sshd (openssh-server) to be the target box");
        assumeTrue(said("id", "-u").strip().equals("0"), "only root can make a user for the target box");
    }

    static SshdBox start(Path folder) throws IOException, InterruptedException {
        // Without a password, but not locked, or sshd would refuse the key, too.
        String user = "kvlab-" + ProcessHandle.current().pid() + "-" + BOXES.incrementAndGet();
        run("useradd", "-m", "-s", "/bin/sh", "-p", "*", user);
        List<String> heirlooms = files(user);
        removeFilesOfDeadJvms();
        run("chmod", "700", home(user).toString());
        run("mkdir", "-p", "/run/sshd");
        for (String key : List.of("host", "key")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    folder.resolve(key).toString());
        }
        Path ssh = Files.createDirectories(home(user).resolve(".ssh"));
        Files.copy(folder.resolve("key.pub"), ssh.resolve("authorized_keys"));
        int port = Ports.free(1);
        Files.writeString(folder.resolve("sshd_config"), """
                Port %d
                ListenAddress 127.0.0.1
                HostKey %s/host
                PidFile none
                UsePAM no
                StrictModes no
                PasswordAuthentication no
                PermitUserEnvironment yes
                SetEnv JAVA_TOOL_OPTIONS=-Dfrom.the.box=yes
                """.formatted(port, folder));
        Files.writeString(folder.resolve("config"), """
                Host *
                  IdentityFile %1$s/key
                  IdentitiesOnly yes
                  UserKnownHostsFile %1$s/known
                """.formatted(folder));
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("ssh");
        Files.writeString(program, "#!/bin/sh\nexec /usr/bin/ssh -F '" + folder.resolve("config") + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Process sshd = new ProcessBuilder(
                        SSHD.toString(),
                        "-D",
                        "-E",
                        folder.resolve("log").toString(),
                        "-f",
                        folder.resolve("sshd_config").toString())
                .start();
        SshdBox box = new SshdBox(user, folder, port, sshd, heirlooms);
        box.reset();
        box.awaitListening();
        return box;
    }

    /** If a node of this user got the number of such a JVM, no profiler could attach to the node. */
    private static void removeFilesOfDeadJvms() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/tmp"), ".java_pid*")) {
            for (Path file : files) {
                long pid = Long.parseLong(file.getFileName().toString().substring(".java_pid".length()));
                if (ProcessHandle.of(pid).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void awaitListening() throws IOException, InterruptedException {
        while (true) {
            try {
                new Socket("127.0.0.1", port).close();
                return;
            } catch (IOException e) {
                if (sshd.waitFor(50, TimeUnit.MILLISECONDS)) {
                    throw new IOException("sshd does not start: " + Files.readString(folder.resolve("log")), e);
                }
            }
        }
    }

    /** The name by which the kit calls this box in its messages. */
    String place() {
        return user + "@127.0.0.1";
    }

    String url() {
        return "ssh://" + place() + ":" + port;
    }

    /** The value for PATH with which ssh finds the box. */
    String path() {
        return folder.resolve("bin") + ":" + System.getenv("PATH");
    }

    /** Of its user, whom sshd is told of variables by. */
    void variables(String lines) throws IOException {
        Files.writeString(home(user).resolve(".ssh/environment"), lines);
    }

    void put(Path file) throws IOException {
        Files.copy(file, home(user).resolve(file.getFileName()));
    }

    void forgetHostKey() throws IOException {
        Files.delete(folder.resolve("known"));
    }

    /** What its user reads of a file, or why not. */
    String asUser(String... command) throws IOException, InterruptedException {
        return said(Stream.concat(
                        Stream.of("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups"),
                        Stream.of(command))
                .toArray(String[]::new));
    }

    /** Processes of its user, and files of his outside of his home. */
    List<String> left() throws IOException, InterruptedException {
        // One that has ended and that nobody has heard of yet is Z.
        String processes = said("ps", "-u", user, "-o", "stat=,args=");
        return Stream.concat(processes.lines().filter(line -> !line.startsWith("Z")), filesLeft())
                .toList();
    }

    private Stream<String> filesLeft() throws IOException, InterruptedException {
        return files(user).stream().filter(file -> !heirlooms.contains(file));
    }

    private static List<String> files(String user) throws IOException, InterruptedException {
        return said("find", "/tmp", "/var/tmp", "/dev/shm", "-maxdepth", "1", "-user", user)
                .lines()
                .toList();
    }

    private static Path home(String user) {
        return Path.of("/home", user);
    }

    static String said(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    /**
     * Ends what the box's user still runs, removes this user's files outside of the home folder, and undoes {@link #variables}
     * and {@link #forgetHostKey}.
     */
    void reset() throws IOException, InterruptedException {
        said("pkill", "-KILL", "-u", user);
        for (String file : filesLeft().toList()) {
            said("rm", "-rf", file);
        }
        variables("");
        String hostKey = Files.readString(folder.resolve("host.pub"));
        Files.writeString(folder.resolve("known"), "[127.0.0.1]:" + port + " " + hostKey);
    }

    /** Removes the user, too. */
    void remove() throws IOException, InterruptedException {
        sshd.destroy();
        sshd.waitFor();
        reset();
        run("userdel", "-rf", user);
    }
}
