package kvlab.wrk2;

/** Of the jar; there is none when classes are run from a folder. */
final class Version {

    private Version() {}

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
