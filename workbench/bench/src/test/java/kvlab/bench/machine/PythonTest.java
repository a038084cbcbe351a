package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Python, Jupyter and the Java kernel: only notebooks need them, so nothing here fails. */
class PythonTest extends OnASmallMachine {
    private static final String NOT_YET = "not set up yet; only notebooks need it";

    @Test
    void python() {
        machine.prints("bin/python3", "3.11.2 True", 0);
        assertEquals(Finding.ok("python", "3.11.2, " + machine.path("bin/python3")), pythonFinding());
    }

    @Test
    void noPython() {
        assertEquals(
                Finding.warn("python", "no python3 on PATH", "sudo apt-get install python3 python3-venv"),
                pythonFinding());
    }

    @Test
    void debianShipsVenvApart() {
        machine.prints("bin/python3", "3.11.2 False", 0);
        assertEquals(
                Finding.warn("python", "3.11.2 without venv", "sudo apt-get install python3-venv"), pythonFinding());
    }

    /** That of a Linux is installed already, so nothing installs it. */
    @Test
    void oldPython() {
        machine.prints("bin/python3", "3.9.2 True", 0);
        String old = "3.9.2 is too old for notebooks; put Python 3.11 or newer first on PATH";
        assertEquals(Finding.warn("python", old, null), pythonFinding());
        assertEquals(
                Finding.warn("python", old, "brew install python"),
                Python.look(machine.surroundings()).finding(Packages.BREW));
    }

    @Test
    void newerPythonBesideAnOldOneIsTaken() {
        machine.prints("bin/python3", "3.9.2 True", 0);
        machine.prints("bin/python3.12", "3.12.4 True", 0);
        assertEquals(Finding.ok("python", "3.12.4, " + machine.path("bin/python3.12")), pythonFinding());
        machine.prints("bin/python3.14", "3.14.0 False", 0);
        assertEquals(Finding.ok("python", "3.12.4, " + machine.path("bin/python3.12")), pythonFinding());
    }

    @Test
    void pythonThatTalksAboutSomethingElse() {
        machine.prints("bin/python3", "three eleven", 0);
        String found = machine.path("bin/python3") + ": its answer is not understood";
        assertEquals(found, pythonFinding().found());
    }

    @Test
    void brokenPython() {
        machine.prints("bin/python3", "pyenv: python3: command not found", 127);
        String found = machine.path("bin/python3") + ": exit 127: pyenv: python3: command not found";
        assertEquals(found, pythonFinding().found());
        assertEquals(Verdict.WARN, pythonFinding().verdict());
    }

    @Test
    void noJupyter() {
        assertEquals(Finding.warn("jupyter", NOT_YET + " and its Java kernel", null), jupyterFinding());
    }

    @Test
    void jupyterWithItsJavaKernel() {
        kernels("\"python3\": {\"resource_dir\": \"/p\", \"spec\": {\"language\": \"python\"}},"
                + " \"java\": {\"resource_dir\": \"/k/java\", \"spec\": {\"language\": \"java\"}}");
        assertEquals(
                Finding.ok("jupyter", machine.path("bin/jupyter") + " with a Java kernel, /k/java"), jupyterFinding());
    }

    @Test
    void jupyterWithoutIt() {
        kernels("\"python3\": {\"resource_dir\": \"/p\", \"spec\": {\"language\": \"python\"}}");
        String found = machine.path("bin/jupyter") + ", its Java kernel is " + NOT_YET;
        assertEquals(Finding.warn("jupyter", found, null), jupyterFinding());
    }

    @Test
    void jupyterThatTalksAboutSomethingElse() {
        machine.prints("bin/jupyter", "{\"kernelspecs\": 7}", 0);
        assertEquals(
                machine.path("bin/jupyter") + ": its list of kernels is not understood",
                jupyterFinding().found());
    }

    private void kernels(String kernels) {
        machine.prints("bin/jupyter", "A warning about paths.\n{\"kernelspecs\": {" + kernels + "}}", 0);
    }

    private Finding pythonFinding() {
        return Python.look(machine.surroundings()).finding(Packages.APT);
    }

    private Finding jupyterFinding() {
        return Jupyter.look(machine.surroundings()).finding();
    }
}
