package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the locale of the JVM")
class HgrmReportTest {

    @Test
    void correctedLatencyInMilliseconds(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run.hgrm");
        HgrmReport.write(Runs.of("two"), file);
        assertEquals("""
                       Value     Percentile TotalCount 1/(1-Percentile)

                       0.700 0.000000000000          1           1.00
                       0.700 0.100000000000          1           1.11
                       0.700 0.200000000000          1           1.25
                       0.700 0.300000000000          1           1.43
                       0.700 0.400000000000          1           1.67
                       0.700 0.500000000000          1           2.00
                       4.001 0.550000000000          2           2.22
                       4.001 1.000000000000          2
                #[Mean    =        2.351, StdDeviation   =        1.651]
                #[Max     =        4.001, Total count    =            2]
                #[Buckets =           27, SubBuckets     =         2048]
                """, Files.readString(file));
    }

    @Test
    void nothingMeasured() {
        assertFalse(HgrmReport.text(Runs.empty().latency()).contains("NaN"));
    }

    @Test
    void decimalPointInEveryLocale() {
        String expected = HgrmReport.text(Runs.of("tail").latency());
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertEquals(expected, HgrmReport.text(Runs.of("tail").latency()));
        } finally {
            Locale.setDefault(before);
        }
    }
}
