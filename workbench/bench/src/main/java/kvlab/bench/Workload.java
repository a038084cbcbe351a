package kvlab.bench;

import java.util.List;
import java.util.Locale;

/**
 * What is asked of a server: one method, the keys of a key space, values of one size.
 *
 * @param replicas sent with each request, as 2/3; null leaves it to the server
 */
public record Workload(Method method, int keys, String replicas) {

    private static final int VALUE_BYTES = 64;

    /** What a load can be made of, and the answer that is wanted. */
    public enum Method {
        PUT(201, VALUE_BYTES),
        GET(200, 0);

        private final int good;
        private final int bodyBytes;

        Method(int good, int bodyBytes) {
            this.good = good;
            this.bodyBytes = bodyBytes;
        }

        int good() {
            return good;
        }

        int bodyBytes() {
            return bodyBytes;
        }
    }

    String path(int key) {
        return String.format(Locale.ROOT, pathOfEveryKey(), key);
    }

    /** What keys.lua is told. */
    List<String> arguments() {
        return List.of(method.name(), pathOfEveryKey(), Integer.toString(keys), Integer.toString(method.bodyBytes()));
    }

    private String pathOfEveryKey() {
        return "/v0/entity?id=key-%d" + (replicas == null ? "" : "&replicas=" + replicas);
    }
}
