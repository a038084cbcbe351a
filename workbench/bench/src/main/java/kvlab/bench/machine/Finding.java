package kvlab.bench.machine;

/**
 * One line of the doctor.
 *
 * @param found what was found, in one short sentence
 * @param remedy the shell command that mends it, or null where nothing needs mending or no command can
 */
public record Finding(String name, Verdict verdict, String found, String remedy) {
    static Finding ok(String name, String found) {
        return new Finding(name, Verdict.OK, found, null);
    }

    static Finding warn(String name, String found, String remedy) {
        return new Finding(name, Verdict.WARN, found, remedy);
    }

    static Finding fail(String name, String found, String remedy) {
        return new Finding(name, Verdict.FAIL, found, remedy);
    }
}
