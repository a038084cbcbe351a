package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
    @Test
    void tableInEightyColumns() {
        Diagnosis diagnosis = diagnosis(
                Finding.ok("cpu", "AMD EPYC, 2 cores"),
                Finding.warn(
                        "wrk2",
                        "none: wrk 4.1.0 (/usr/bin/wrk) is not wrk2: it has no constant rate",
                        "git clone https://github.com/giltene/wrk2 && make -C wrk2"
                                + " && sudo install wrk2/wrk /usr/local/bin/wrk2"),
                Finding.fail("maven", "no mvn on PATH", "sudo apt-get install maven"));
        assertEquals("""
                ok    cpu          AMD EPYC, 2 cores
                warn  wrk2         none: wrk 4.1.0 (/usr/bin/wrk) is not wrk2: it has no
                                   constant rate
                      mend: git clone https://github.com/giltene/wrk2 &&
                            make -C wrk2 &&
                            sudo install wrk2/wrk /usr/local/bin/wrk2
                fail  maven        no mvn on PATH
                      mend: sudo apt-get install maven

                1 ok, 1 warning, 1 failure
                """, diagnosis.toText(false));
    }

    @Test
    void brokenCommandCanStillBeCopied() {
        Diagnosis diagnosis = diagnosis(Finding.warn(
                "disk",
                "slow",
                "copy from=one two=three four=five six=seven \"a folder with blanks in its name\" ~/elsewhere"));
        assertEquals("""
                warn  disk         slow
                      mend: copy from=one two=three four=five six=seven \\
                            "a folder with blanks in its name" ~/elsewhere

                0 ok, 1 warning, 0 failures
                """, diagnosis.toText(false));
    }

    @Test
    void colourOnlyWhenAsked() {
        Diagnosis diagnosis = diagnosis(Finding.ok("cpu", "fine"), Finding.fail("maven", "gone", null));
        assertTrue(diagnosis.toText(true).startsWith("\u001b[32mok\u001b[0m    cpu          fine\n\u001b[31mfail"));
        assertTrue(diagnosis.toText(false).indexOf('\u001b') < 0);
    }

    @Test
    void theWorstFindingDecides() {
        Finding ok = Finding.ok("cpu", "fine");
        Finding warn = Finding.warn("disk", "small", null);
        Finding fail = Finding.fail("maven", "gone", null);
        assertEquals(Verdict.OK, diagnosis(ok, ok).worst());
        assertEquals(Verdict.WARN, diagnosis(ok, warn, ok).worst());
        assertEquals(Verdict.FAIL, diagnosis(warn, fail, ok).worst());
    }

    @Test
    void jsonWritesItsSchemaFirstAndItsNulls() {
        assertEquals("""
                {
                  "schema": 1,
                  "date": "2026-11-01T08:00:00Z",
                  "machine": null,
                  "findings": [
                    {
                      "name": "cpu",
                      "verdict": "ok",
                      "found": "a < b",
                      "remedy": null
                    }
                  ]
                }
                """, diagnosis(Finding.ok("cpu", "a < b")).toJson());
    }

    private static Diagnosis diagnosis(Finding... findings) {
        return new Diagnosis(Diagnosis.SCHEMA, "2026-11-01T08:00:00Z", null, List.of(findings));
    }
}
