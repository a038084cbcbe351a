package kvlab.bench.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The ports that clusters listen on by default. */
record Ports(List<Integer> free, List<Integer> taken) {
    static final List<Integer> OF_THE_KIT =
            IntStream.rangeClosed(8080, 8087).boxed().toList();

    static Ports look(List<Integer> ports) {
        List<Integer> free = new ArrayList<>();
        List<Integer> taken = new ArrayList<>();
        for (int port : ports) {
            (isFree(port) ? free : taken).add(port);
        }
        return new Ports(free, taken);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    Finding finding(Platform platform) {
        if (taken.isEmpty()) {
            return Finding.ok("ports", text(free) + " are free");
        }
        String remedy =
                platform.linux() ? all("ss -ltnp ", "sport = :", " or ") : all("lsof -nP -sTCP:LISTEN ", "-iTCP:", " ");
        return free.isEmpty()
                ? Finding.fail("ports", text(taken) + " are all taken", remedy)
                : Finding.warn("ports", text(taken) + (taken.size() == 1 ? " is" : " are") + " taken", remedy);
    }

    /** The command that shows which programs have them; to stop one is for its owner to decide. */
    private String all(String command, String option, String between) {
        return taken.stream().map(port -> option + port).collect(Collectors.joining(between, command, ""));
    }

    private static String text(List<Integer> ports) {
        int first = ports.get(0);
        int last = ports.get(ports.size() - 1);
        if (ports.size() > 2 && last - first == ports.size() - 1) {
            return first + " to " + last;
        }
        return ports.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
