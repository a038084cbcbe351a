package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JavaTest extends OnASmallMachine {
    @Test
    void allJdksAreNamed() {
        machine.java("usr/lib/jvm/b", "25.0.3", "Eclipse Adoptium", true);
        machine.java("usr/lib/jvm/a", "17.0.15", "Debian", true);
        assertEquals(Finding.ok("java", "JDK 17.0.15 (Debian), JDK 25.0.3 (Eclipse Adoptium)"), finding(Packages.APT));
    }

    @Test
    void noJavaAtAll() {
        assertEquals(
                Finding.fail("java", "no JDK 17 or newer", "sudo apt-get install default-jdk"), finding(Packages.APT));
    }

    @Test
    void anOldJdkAndANewJreAreNotEnough() {
        machine.java("usr/lib/jvm/old", "11.0.2", "Debian", true);
        machine.java("usr/lib/jvm/new", "17.0.15", "Debian", false);
        String found = "no JDK 17 or newer, only JDK 11.0.2 (Debian), JRE 17.0.15 (Debian)";
        assertEquals(Finding.fail("java", found, "brew install openjdk"), finding(Packages.BREW));
    }

    @Test
    void javaHomeThatLeadsNowhere() {
        Path jdk = machine.java("usr/lib/jvm/a", "17.0.15", "Debian", true);
        machine.variable("JAVA_HOME", "/gone");
        String found = "JAVA_HOME is /gone, which is no JDK 17 or newer; found JDK 17.0.15 (Debian)";
        assertEquals(Finding.warn("java", found, "export JAVA_HOME=\"" + jdk + "\""), finding(Packages.APT));
    }

    @Test
    void emptyJavaHomeIsNone() {
        machine.java("usr/lib/jvm/a", "17.0.15", "Debian", true);
        machine.variable("JAVA_HOME", "");
        assertEquals(Verdict.OK, finding(Packages.APT).verdict());
    }

    private Finding finding(Packages packages) {
        return Java.look(machine.surroundings()).finding(packages);
    }
}
