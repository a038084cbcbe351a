package kvlab.cluster;

import java.nio.file.Path;

/**
 * What a node runs on.
 *
 * @param home of a JDK or JRE
 * @param version its feature version, as 17
 */
public record Jvm(Path home, int version) {

    /** The one that runs this. */
    public static Jvm own() {
        return new Jvm(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    Path java() {
        return home.resolve("bin").resolve("java");
    }
}
