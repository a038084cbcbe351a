package kvlab.bench.machine;

import java.util.Locale;

/**
 * The operating system.
 *
 * @param name as the JVM says it
 * @param distribution Debian GNU/Linux 12 (bookworm), macOS 15.1
 * @param wsl whether it is a Linux inside Windows: its disk and network measure differently
 */
record Platform(String name, String distribution, String kernel, String architecture, boolean wsl) {
    static Platform look(Surroundings here) {
        String kernel = here.linux()
                ? here.read("proc/sys/kernel/osrelease").orElse(here.osVersion())
                : here.tell("uname", "-r").orElse(here.osVersion());
        boolean wsl = kernel.toLowerCase(Locale.ROOT).contains("microsoft");
        return new Platform(here.osName(), distribution(here), kernel, here.architecture(), wsl);
    }

    boolean linux() {
        return name.equals("Linux");
    }

    private static String distribution(Surroundings here) {
        if (here.mac()) {
            return "macOS " + here.osVersion();
        }
        return here.read("etc/os-release").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse(here.osName());
    }

    Finding finding() {
        if (!linux() && !name.startsWith("Mac")) {
            return Finding.fail("system", name + ": the kit runs on Linux, macOS and WSL2", "wsl --install");
        }
        return Finding.ok(
                "system",
                distribution + ", kernel " + kernel + ", " + architecture + (wsl ? ", in Windows (WSL2)" : ""));
    }
}
