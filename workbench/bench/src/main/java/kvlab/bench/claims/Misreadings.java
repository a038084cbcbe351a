package kvlab.bench.claims;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Options;
import kvlab.bench.wrk2.WrkColumns;

/**
 * Looks in what somebody wrote about runs for three mistakes that reports of the course make: "+/- Stdev" taken for a
 * deviation, "Req/Sec" of one thread for what the server does, and "+27 %" for 2.7 times. A right sentence that is called wrong
 * costs more trust than a wrong one that is missed, so it speaks only of what the cited runs decide.
 */
final class Misreadings {

    private static final Pattern PERCENT = Pattern.compile("(?<![\\d.])(\\d+\\.\\d+) ?%");
    private static final Pattern DEVIATION = Pattern.compile(
            "(?i)\\bdeviations?\\b|\\bdeviates?\\b|\\bst(?:d|andard)? ?dev\\b|\\bspread\\b|\\bscatter\\b");

    /** Whoever says one of these may have read the column well. */
    private static final Pattern READ_WELL = Pattern.compile(
            "(?i)\\bwithin\\b|\\bnot?\\b|n't\\b|\\bof (?:all|them|(?:the )?requests)\\b|\\bnever\\b|\\bmisread");

    private static final Pattern THROUGHPUT = Pattern.compile(
            "(?i)(?<![\\d.,])(\\d+\\.\\d{2}) ?(k|M|G)? ?(?:requests?|reqs?\\.?|answers?|rps)? ?(?:rps\\b|/"
                    + " ?s(?:ec(?:ond)?)?\\b|per second\\b|a second\\b)");
    private static final Pattern THREAD = Pattern.compile("(?i)\\bthreads?\\b");

    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final String TIMES = "(\\d+(?:\\.\\d+)?) ?(?:times|×|x\\b)";
    private static final String SIGNED = "(?<![\\d.])([+−–-]) ?(\\d+(?:\\.\\d+)?) ?%";
    private static final Pattern TIMES_AND_PERCENT = Pattern.compile(TIMES + " ?\\( ?" + SIGNED + " ?\\)");
    private static final Pattern PERCENT_AND_TIMES = Pattern.compile(SIGNED + " ?\\( ?" + TIMES + " ?\\)");
    private static final String MORE = "(?:more|less|higher|lower|slower|faster|longer|shorter|better|worse)";

    /** What may stand between two figures and what is said of just these two. */
    private static final String GAP =
            "[\\s,;:()=≈—]*(?:(?:or|is|are|was|by|as|of|it|that|than|which|about|a|the|factor|ratio"
                    + "|long|slow|high|low|fast|large|much|" + MORE + ")\\b[\\s,;:()=≈—]*)*";

    /** Not of "measured 3 times". */
    private static final Pattern CLAIMED_TIMES =
            nextToFigures("(?:\\d+\\.\\d+ ?(?:times|×)|\\d+ ?(?:times(?= (?:as|" + MORE + ")\\b)|×))");

    private static final Pattern CLAIMED_PERCENT =
            nextToFigures("(?:[+−] ?(\\d+(?:\\.\\d+)?) ?%|(\\d+(?:\\.\\d+)?) ?% " + MORE + "\\b)");

    /** Writers round, and compute with figures that they have rounded. */
    private static final double SLACK = 0.05;

    /** Nobody reads more, and a text can be written that has one for each of its words and each of its runs. */
    private static final int MOST = 1000;

    private static final int MOST_CHARACTERS = 2000;

    private static Pattern nextToFigures(String claim) {
        return Pattern.compile("(?<=\\[])" + GAP + "(?<![\\d.,])(?<claim>" + claim + ")|(?<![\\d.,])(?<before>" + claim
                + ")" + GAP + "(?=\\[])");
    }

    private final Map<String, CitedRun> runs = new LinkedHashMap<>();
    private final List<Lint.Fault> faults = new ArrayList<>();

    private Misreadings(Collection<CitedRun> cited) {
        cited.forEach(run -> runs.put(run.id(), run));
    }

    /**
     * A sentence for each mistake: what is written, what the run says, what to write.
     *
     * @param text in which figures are cited as {@code [12.4 ms](run:ID#/json/pointer)}
     * @param cited what the text may cite, and what else it is about
     */
    static List<Lint.Fault> in(String text, Collection<CitedRun> cited) throws IOException {
        Misreadings misreadings = new Misreadings(cited);
        for (Prose.Sentence sentence : Prose.sentences(text)) {
            misreadings.columns(sentence);
            misreadings.contradictions(sentence);
            misreadings.ratio(sentence);
        }
        return List.copyOf(misreadings.faults);
    }

    /** Of the runs that the sentence cites; of all, when it cites none. */
    private void columns(Prose.Sentence sentence) throws IOException {
        String words = sentence.words();
        boolean deviates =
                DEVIATION.matcher(words).find() && !READ_WELL.matcher(words).find();
        boolean tellsRate =
                THROUGHPUT.matcher(words).find() && !THREAD.matcher(words).find();
        if (!deviates && !tellsRate) {
            return;
        }
        TreeSet<String> about = new TreeSet<>();
        for (Prose.Citation each : sentence.citations()) {
            run(each).ifPresent(run -> about.add(run.id()));
        }
        for (String id : sentence.citations().isEmpty() ? runs.keySet() : about) {
            Optional<WrkColumns> columns = runs.get(id).columns();
            if (columns.isPresent() && deviates) {
                deviation(words, id, columns.get());
            }
            if (columns.isPresent() && tellsRate) {
                throughput(words, id, columns.get());
            }
        }
    }

    private void deviation(String words, String id, WrkColumns columns) {
        Matcher percent = PERCENT.matcher(words);
        while (percent.find()) {
            boolean ofLatency = percent.group(1).equals(columns.latencyWithin());
            if (ofLatency || percent.group(1).equals(columns.rateWithin())) {
                add(
                        "deviation",
                        "\"%s\" is told as a deviation; in run %s it is \"+/- Stdev\" of %s, the part that lies within"
                                + " one Stdev of Avg; write percentiles%s.",
                        percent.group(),
                        id,
                        ofLatency ? "Latency" : "Req/Sec",
                        ofLatency ? ", or Stdev, which is " + columns.latencyStdev() : "");
            }
        }
    }

    private void throughput(String words, String id, WrkColumns columns) throws IOException {
        if (columns.threads() < 2) {
            return;
        }
        Matcher told = THROUGHPUT.matcher(words);
        while (told.find()) {
            String figure = told.group(1) + (told.group(2) == null ? "" : told.group(2));
            if (figure.equals(columns.ratePerThread())) {
                add(
                        "per-thread",
                        "\"%s\" is told as the throughput; in run %s it is \"Req/Sec\", the average of each of %d"
                                + " threads; write %.0f requests/s, its \"Requests/sec\".",
                        told.group().strip(),
                        id,
                        columns.threads(),
                        runs.get(id).run().figures().requestsPerSecond());
            }
        }
    }

    /** Of two figures that stand for the same, one is wrong, whatever was measured. */
    private void contradictions(Prose.Sentence sentence) {
        Matcher timesFirst = TIMES_AND_PERCENT.matcher(sentence.words());
        while (timesFirst.find()) {
            contradiction(timesFirst.group(), timesFirst.group(1), timesFirst.group(2), timesFirst.group(3));
        }
        Matcher percentFirst = PERCENT_AND_TIMES.matcher(sentence.words());
        while (percentFirst.find()) {
            contradiction(percentFirst.group(), percentFirst.group(3), percentFirst.group(1), percentFirst.group(2));
        }
    }

    private void contradiction(String both, String times, String sign, String percent) {
        double part = Double.parseDouble(percent) / 100;
        double told = Double.parseDouble(times);
        // 0.5 times is −50 %, and so is "2 times less".
        boolean agree = sign.equals("+")
                ? isAbout(told, times, 1 + part)
                : isAbout(told, times, 1 - part) || part < 1 && isAbout(told, times, 1 / (1 - part));
        if (!agree) {
            double ratio = sign.equals("+") ? 1 + part : 1 - part;
            add(
                    "percent",
                    "\"%s\" contradicts itself: %s%s %% is %s times, and %s times is %s; write the one that the runs"
                            + " show.",
                    both,
                    sign,
                    percent,
                    number(ratio),
                    times,
                    signed(told));
        }
    }

    /** Two figures of the same kind, and one that says how the one is to the other. */
    private void ratio(Prose.Sentence sentence) throws IOException {
        List<Prose.Citation> cited = sentence.citations();
        if (cited.size() != 2 || !cited.get(0).pointer().equals(cited.get(1).pointer())) {
            return;
        }
        OptionalDouble first = figure(cited.get(0));
        OptionalDouble second = figure(cited.get(1));
        if (first.isEmpty() || second.isEmpty() || first.getAsDouble() <= 0 || second.getAsDouble() <= 0) {
            return;
        }
        double ratio = second.getAsDouble() / first.getAsDouble();
        double larger = Math.max(ratio, 1 / ratio);
        String claims = sentence.claims();
        if (CLAIMED_TIMES.matcher(claims).find()
                || CLAIMED_PERCENT.matcher(claims).find()) {
            rates(cited);
        }
        claim(CLAIMED_TIMES.matcher(claims), larger, ratio, larger, larger - 1, 1 / larger);
        claim(
                CLAIMED_PERCENT.matcher(claims),
                larger,
                ratio,
                100 * (larger - 1),
                100 * (1 - 1 / larger),
                100 * larger,
                100 / larger);
    }

    /** Latency depends on the rate: at two of them, the ratio of two programs is of the rates as well. */
    private void rates(List<Prose.Citation> cited) throws IOException {
        CitedRun first = run(cited.get(0)).orElseThrow();
        CitedRun second = run(cited.get(1)).orElseThrow();
        boolean areLatencies =
                cited.get(0).pointer().startsWith("/figures/latency/") && first.isRun() && second.isRun();
        if (!areLatencies) {
            return;
        }
        Options one = first.run().options();
        Options other = second.run().options();
        boolean isSame = one.program().equals(other.program()) && one.settings().equals(other.settings());
        if (one.load().rate() != other.load().rate() && !isSame) {
            add(
                    "different-rates",
                    "%s at %d requests/s is compared with %s at %d, and latency depends on the rate; measure both at"
                            + " the same one, which ./lab compare does.",
                    one.program(),
                    one.load().rate(),
                    other.program(),
                    other.load().rate());
        }
    }

    /** @param right all that a reader may take the words for */
    private void claim(Matcher claim, double larger, double ratio, double... right) {
        if (!claim.find()) {
            return;
        }
        String all = claim.group("claim") == null ? claim.group("before") : claim.group("claim");
        Matcher number = NUMBER.matcher(all);
        if (claim.find() || !number.find()) {
            return;
        }
        double told = Double.parseDouble(number.group());
        if (DoubleStream.of(right).anyMatch(each -> isAbout(told, number.group(), each))) {
            return;
        }
        add(
                "ratio",
                "\"%s\" is not how the two cited figures are to each other: in the runs one is %s times the other;"
                        + " write \"%s times\" or \"%s\".",
                all,
                number(larger),
                number(ratio),
                signed(ratio));
    }

    /** The number that a citation points to, if it is one. */
    private OptionalDouble figure(Prose.Citation citation) throws IOException {
        Optional<CitedRun> run = run(citation);
        return run.isEmpty() ? OptionalDouble.empty() : run.get().figure(citation);
    }

    /** Writers name a run by the beginning of its name, if no other begins so. */
    private Optional<CitedRun> run(Prose.Citation citation) {
        CitedRun exact = runs.get(citation.run());
        if (exact != null) {
            return Optional.of(exact);
        }
        List<CitedRun> found = runs.values().stream()
                .filter(each -> each.id().startsWith(citation.run()))
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** As far as the digits go that were written. */
    private static boolean isAbout(double told, String digits, double right) {
        int point = digits.indexOf('.');
        double half = 0.5 * Math.pow(10, point < 0 ? 0 : point + 1 - digits.length());
        return Math.abs(told - right) <= half + SLACK * Math.abs(right);
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, ratio < 10 ? "%.2f" : "%.0f", ratio);
    }

    private static String signed(double ratio) {
        return String.format(Locale.ROOT, "%+.0f %%", 100 * (ratio - 1)).replace('-', '−');
    }

    private void add(String id, String text, Object... figures) {
        if (faults.size() < MOST) {
            String told = String.format(Locale.ROOT, text, figures);
            faults.add(new Lint.Fault(id, told.substring(0, Math.min(told.length(), MOST_CHARACTERS))));
        }
    }
}
