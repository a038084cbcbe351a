package kvlab.kernel;

import kvlab.bench.load.Options;

/** What was measured, in words. */
final class Sides {

    private Sides() {}

    static String words(Options options) {
        StringBuilder words = new StringBuilder(options.program());
        words.append(options.nodes() == 1 ? ", 1 node" : ", " + options.nodes() + " nodes");
        options.settings().forEach(setting -> words.append(", ").append(setting));
        if (options.linkDelayMillis() > 0) {
            words.append(", links delayed by ")
                    .append(options.linkDelayMillis())
                    .append(" ms");
        }
        if (options.jdk() != null) {
            words.append(", JDK ").append(options.jdk());
        }
        return words.toString();
    }
}
