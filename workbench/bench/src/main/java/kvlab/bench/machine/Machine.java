package kvlab.bench.machine;

/** What a machine is: the machine table of every report. docs/machine.md describes each field. */
record Machine(
        Platform platform,
        Cpu cpu,
        Memory memory,
        Disk disk,
        Ports ports,
        Java java,
        Maven maven,
        LoadGenerator loadGenerator,
        PerfEvent perfEvent,
        Python python,
        Jupyter jupyter,
        Bubblewrap sandbox) {}
