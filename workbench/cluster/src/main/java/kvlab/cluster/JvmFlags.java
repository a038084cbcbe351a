package kvlab.cluster;

import java.util.List;

/** What a JVM has to be told so that it says nothing about what the kit's libraries do. */
public final class JvmFlags {

    private static final int WARNS_OF_NATIVE_ACCESS = 24;

    private JvmFlags() {}

    public static List<String> quiet(int javaVersion) {
        return javaVersion < WARNS_OF_NATIVE_ACCESS
                ? List.of()
                : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }
}
