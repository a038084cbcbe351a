package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BubblewrapTest extends OnASmallMachine {
    @BeforeEach
    void debian() {
        machine.program("bin/apt-get", "exit 0");
    }

    @Test
    void missing() {
        assertEquals(
                Finding.warn(
                        "sandbox",
                        "no bwrap on PATH; only ./lab grade --sandbox needs it",
                        "sudo apt-get install bubblewrap"),
                finding());
    }

    @Test
    void works() {
        machine.program("bin/bwrap", "echo bubblewrap 0.8.0");
        assertEquals(Finding.ok("sandbox", "bubblewrap 0.8.0"), finding());
    }

    @Test
    void isThereAndForbidden() {
        machine.program(
                "bin/bwrap",
                "[ $1 = --version ] && echo bubblewrap 0.8.0 && exit 0\n"
                        + "echo 'bwrap: setting up uid map: Permission denied' >&2\nexit 1");
        Path bwrap = folder.resolve("bin/bwrap");
        assertEquals(
                Finding.warn(
                        "sandbox",
                        bwrap + " makes no sandbox here: exit 1: bwrap: setting up uid map: Permission denied",
                        null),
                finding());
    }

    private Finding finding() {
        return Bubblewrap.look(machine.surroundings()).finding(Packages.of(machine.surroundings()));
    }
}
