package kvlab.bench.machine;

import java.util.List;

/** The commands that install what is missing, in the words of this system's package manager. */
enum Packages {
    APT("sudo apt-get install ", "default-jdk", "python3", "python3-venv"),
    DNF("sudo dnf install ", "java-21-openjdk-devel", "python3", "python3"),
    PACMAN("sudo pacman -S ", "jdk-openjdk", "python", "python"),
    BREW("brew install ", "openjdk", "python", "python");

    private final String install;
    private final String jdk;
    private final String python;
    private final String venv;

    Packages(String install, String jdk, String python, String venv) {
        this.install = install;
        this.jdk = jdk;
        this.python = python;
        this.venv = venv;
    }

    static Packages of(Surroundings here) {
        if (here.mac()) {
            return BREW;
        }
        for (Packages packages : List.of(APT, DNF, PACMAN)) {
            if (here.program(packages.install.split(" ")[1]).isPresent()) {
                return packages;
            }
        }
        return APT;
    }

    String jdk() {
        return install + jdk;
    }

    String bubblewrap() {
        return install + "bubblewrap";
    }

    String maven() {
        return install + "maven";
    }

    String python() {
        return this == APT ? install + python + " " + venv : install + python;
    }

    String venv() {
        return install + venv;
    }
}
