package kvlab.cli;

import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.Doctor;
import kvlab.bench.machine.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        separator = " ",
        name = "doctor",
        header = "Tell what this machine is, what is missing, and what mends it.",
        footerHeading = "%nExample:%n",
        footer = {"  ./lab doctor", "", "Exits with 1 when something that the kit needs is missing."})
final class DoctorCommand extends LabCommand {

    @Option(names = "--json", description = "The same as JSON; docs/machine.md describes it.")
    private boolean json;

    @Override
    public Integer call() {
        Diagnosis diagnosis = Doctor.examine(home());
        out().print(json ? diagnosis.toJson() : diagnosis.toText(colour()));
        out().flush();
        return diagnosis.worst() == Verdict.FAIL ? Lab.NO : Lab.DONE;
    }
}
