package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MavenTest extends OnASmallMachine {
    private Path jdk;

    @BeforeEach
    void jdk() {
        jdk = machine.java("usr/lib/jvm/jdk", "17.0.15", "Debian", true);
    }

    @Test
    void versionAndTheJavaItRunsOn() {
        prints("3.8.7", jdk);
        assertEquals(Finding.ok("maven", "3.8.7 on JDK 17.0.15 (Debian)"), finding());
    }

    @Test
    void coloursDoNotHideTheVersion() {
        machine.prints("bin/mvn", "\u001b[1mApache Maven 4.0.0-rc-4\u001b[m", 0);
        assertEquals(Finding.ok("maven", "4.0.0-rc-4"), finding());
    }

    @Test
    void missing() {
        assertEquals(Finding.fail("maven", "no mvn on PATH", "sudo apt-get install maven"), finding());
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.6.2", "3.5", "2.2.1"})
    void tooOld(String version) {
        prints(version, jdk);
        assertEquals(Finding.fail("maven", version + " is older than 3.6.3", "sudo apt-get install maven"), finding());
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.6.3", "3.10.0", "4.0"})
    void newEnough(String version) {
        prints(version, jdk);
        assertEquals(Verdict.OK, finding().verdict());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void javaThatCannotBuild(boolean compiler) {
        Path java = machine.java("opt/java", compiler ? "11.0.2" : "21.0.1", "Debian", compiler);
        prints("3.8.7", java);
        Finding finding = finding();
        assertEquals(Verdict.FAIL, finding.verdict());
        assertEquals("export JAVA_HOME=\"" + jdk + "\"", finding.remedy());
    }

    @Test
    void whatItComplainsOfIsPassedOn() {
        machine.prints("bin/mvn", "The JAVA_HOME environment variable is not defined correctly", 1);
        String found =
                machine.path("bin/mvn") + ": exit 1: The JAVA_HOME environment variable is not defined correctly";
        assertEquals(Finding.fail("maven", found, "export JAVA_HOME=\"" + jdk + "\""), finding());
    }

    @Test
    void brokenInstallation() {
        machine.prints("bin/mvn", "cannot find its jars", 1);
        String found = machine.path("bin/mvn") + ": exit 1: cannot find its jars";
        assertEquals(Finding.fail("maven", found, "sudo apt-get install maven"), finding());
    }

    @Test
    void anotherProgramOfThatName() {
        machine.prints("bin/mvn", "Multi Vitamin 1.0", 0);
        String found = machine.path("bin/mvn") + ": its version is not in what it printed";
        assertEquals(found, finding().found());
    }

    private void prints(String version, Path runtime) {
        String java = "Java version: 17.0.15, vendor: Debian, runtime: " + runtime;
        machine.prints("bin/mvn", "Apache Maven " + version + "\nMaven home: /usr/share/maven\n" + java, 0);
    }

    private Finding finding() {
        Surroundings here = machine.surroundings();
        return Maven.look(here).finding(Java.look(here), Packages.APT);
    }
}
