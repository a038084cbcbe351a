package kvlab.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvlab.bench.lint.Lint;
import kvlab.bench.lint.QuotedLoad;
import kvlab.bench.text.Sheet;
import kvlab.cluster.Printable;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "lint",
        header = "Find what makes figures worthless in texts that wrk2 printed.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab lint report.md",
            "",
            "A file is what wrk2 printed, or a report that quotes it. The rate is that of",
            "the last -R before a text. docs/bench.md lists the faults. The exit code is 1",
            "when there is a fault."
        })
final class LintCommand extends LabCommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Texts, in any format that shows them line by line.")
    private List<Path> files;

    @Option(names = "--rate", paramLabel = "N", description = "The rate of outputs whose command is not quoted.")
    private Integer rate;

    @Override
    public Integer call() throws Exception {
        if (rate != null && rate < 1) {
            throw UsageException.of("--rate " + rate + ": expected a number from 1 on");
        }
        boolean good = true;
        for (Path file : files) {
            good &= isGood(file);
        }
        return good ? Lab.DONE : Lab.NO;
    }

    private boolean isGood(Path file) throws UsageException, IOException {
        if (!Files.isRegularFile(file)) {
            throw UsageException.of(file + ": expected a file");
        }
        List<QuotedLoad> loads = QuotedLoad.in(new String(Files.readAllBytes(file), StandardCharsets.UTF_8), rate);
        if (loads.isEmpty()) {
            throw UsageException.of(
                    file + " quotes nothing that wrk2 printed; expected lines such as 'Requests/sec: 999.67'");
        }
        Sheet sheet = new Sheet();
        int faulty = 0;
        for (QuotedLoad load : loads) {
            List<Lint.Fault> faults = load.faults();
            faulty += faults.isEmpty() ? 0 : 1;
            if (!faults.isEmpty()) {
                sheet.wrapped("  ", load.title());
            }
            faults.forEach(fault -> sheet.wrapped("    ! ", fault.id() + ": " + fault.text()));
        }
        long unknown = loads.stream().filter(load -> load.rate() == null).count();
        out().println(Printable.text(file + ": " + loads.size() + (loads.size() == 1 ? " load" : " loads") + ", "
                + (faulty == 0 ? "no fault" : faulty + " with faults")));
        out().print(sheet);
        if (unknown > 0) {
            out().println("  The rate of " + unknown + " is unknown; give it with --rate.");
        }
        out().flush();
        return faulty == 0;
    }
}
