package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.Jvm;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;

class JdkFinderTest extends OnASmallMachine {
    @Test
    void everyPlaceIsLookedAt() {
        List<Path> homes = List.of(
                machine.java("usr/lib/jvm/debian", "11.0.2", "Debian", true),
                machine.java("Library/Java/JavaVirtualMachines/zulu/Contents/Home", "12", "Azul", true),
                machine.java("home/.sdkman/candidates/java/13-open", "13.0.1", "Oracle", true),
                machine.java("home/.jdks/corretto", "14", "Amazon", true),
                machine.java("opt/named", "15", "IBM", true),
                machine.java("running", "16", "Eclipse Adoptium", true));
        machine.variable("JAVA_HOME", machine.path("opt/named").toString());
        assertEquals(homes, find().stream().map(Jdk::home).toList());
    }

    @Test
    void javaOnPathLeadsThroughItsLinksToItsHome() throws IOException {
        Path home = machine.java("opt/jdk", "17.0.15", "Debian", true);
        Files.createDirectories(folder.resolve("etc/alternatives"));
        Files.createSymbolicLink(folder.resolve("etc/alternatives/java"), home.resolve("bin/java"));
        Files.createSymbolicLink(folder.resolve("bin/java"), folder.resolve("etc/alternatives/java"));
        assertEquals(List.of(new Jdk(home, "17.0.15", 17, "Debian", true)), find());
    }

    @Test
    void linksToTheSameHomeCountOnce() throws IOException {
        Path home = machine.java("home/.sdkman/candidates/java/21.0.4-tem", "21.0.4", "Eclipse Adoptium", true);
        Files.createSymbolicLink(home.resolveSibling("current"), home);
        assertEquals(1, find().size());
    }

    @Test
    void jreHasNoCompiler() {
        machine.java("usr/lib/jvm/jre", "17.0.15", "Debian", false);
        Jdk jre = find().get(0);
        assertFalse(jre.compiler());
        assertFalse(jre.builds());
        assertEquals("JRE 17.0.15 (Debian)", jre.text());
    }

    @Test
    void versionsOfAllAges() {
        machine.java("usr/lib/jvm/a", "1.8.0_392", "Temurin", true);
        machine.java("usr/lib/jvm/b", "17", "Temurin", true);
        machine.java("usr/lib/jvm/c", "25-ea", "Temurin", true);
        assertEquals(List.of(8, 17, 25), find().stream().map(Jdk::major).toList());
        assertEquals(
                List.of(false, true, true), find().stream().map(Jdk::builds).toList());
    }

    @Test
    void foldersWithoutAReleaseFileAreNoJdk() {
        machine.folder("usr/lib/jvm/openjdk-17");
        machine.file("usr/lib/jvm/broken/release", "JAVA_VERSION=\"\"\nnonsense\n");
        machine.file("home/.jdks/.corretto.intellij", "a file, not a folder");
        assertTrue(find().isEmpty());
    }

    @Test
    void vendorMayBeMissing() {
        machine.file("usr/lib/jvm/quiet/release", "JAVA_VERSION=\"19.0.1\"\n");
        assertNull(find().get(0).vendor());
        assertEquals("JRE 19.0.1", find().get(0).text());
    }

    @Test
    void jdkIsFoundByItsFeatureVersion() throws Exception {
        machine.java("usr/lib/jvm/a", "11.0.2", "Debian", false);
        Path wanted = machine.java("usr/lib/jvm/b", "17.0.15", "Debian", true);
        machine.java("usr/lib/jvm/c", "25", "Temurin", true);
        assertEquals(new Jvm(wanted, 17), JdkFinder.jvm(find(), "17"));
        UsageException e = assertThrows(UsageException.class, () -> JdkFinder.jvm(find(), "21"));
        assertEquals("jdk=21: there is no such JDK on this machine; there are 11, 17, 25", e.getMessage());
    }

    private List<Jdk> find() {
        return JdkFinder.find(machine.surroundings());
    }
}
