package kvlab.wrk2;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Programs read what wrk2 prints, people compare it, and the last digit has to agree. Java's own formatting rounds
 * otherwise than C's, so numbers are printed here: exactly, a tie to the even digit. What is no number prints as 0.
 */
final class Units {

    private static final Pattern NUMBER = Pattern.compile("\\s*(\\d+)\\s*(\\p{Alpha}?)\\s*");

    // The units that wrk2 reaches when it prints: it never leaves minutes for hours, nor T for P.
    private static final String[] MICROS = {"us", "ms"};
    private static final String[] SECONDS = {"s", "m"};
    private static final String[] METRIC = {"", "k", "M", "G", "T"};
    private static final String[] BINARY = {"", "K", "M", "G", "T"};

    private Units() {}

    /** A count with an optional unit: 100, 10k, 1M. */
    static long parseMetric(String text) {
        return parse(text, 1000, "kmgtp", "a whole number, such as 100, 10k or 1M");
    }

    /** Seconds, of 30, 30s, 2m or 1h. */
    static long parseTime(String text) {
        return parse(text, 60, "smh", "whole seconds, minutes or hours, such as 30s, 2m or 1h");
    }

    private static long parse(String text, int scale, String units, String expected) {
        Matcher number = NUMBER.matcher(text);
        boolean known = number.matches() && units.contains(number.group(2).toLowerCase(Locale.ROOT));
        if (!known) {
            throw new IllegalArgumentException("\"" + text + "\" was given, expected " + expected);
        }
        String unit = number.group(2).toLowerCase(Locale.ROOT);
        // Seconds are their own unit and scale nothing; the first metric unit does.
        int power = unit.isEmpty() ? 0 : units.indexOf(unit) + (units.startsWith("s") ? 0 : 1);
        BigInteger value = new BigInteger(number.group(1))
                .multiply(BigInteger.valueOf(scale).pow(power));
        if (value.bitLength() > 63) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" was given, expected at most " + Long.MAX_VALUE + " without a unit");
        }
        return value.longValue();
    }

    static String micros(double micros) {
        BigDecimal amount = exact(micros);
        BigDecimal second = BigDecimal.valueOf(1_000_000);
        return amount.compareTo(second) < 0
                ? print(amount, 1000, MICROS, 2)
                : print(divide(amount, second), 60, SECONDS, 2);
    }

    static String seconds(long seconds) {
        return print(BigDecimal.valueOf(seconds), 60, SECONDS, 0);
    }

    static String metric(double number) {
        return print(exact(number), 1000, METRIC, 2);
    }

    static String binary(double bytes) {
        return print(exact(bytes), 1024, BINARY, 2);
    }

    static String fixed(double number, int decimals) {
        return fixed(exact(number), decimals);
    }

    private static String fixed(BigDecimal number, int decimals) {
        return number.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static BigDecimal exact(double number) {
        return Double.isFinite(number) ? new BigDecimal(number) : BigDecimal.ZERO;
    }

    private static String print(BigDecimal number, int scale, String[] units, int decimals) {
        BigDecimal next = new BigDecimal(scale * 0.85);
        BigDecimal amount = number;
        int unit = 0;
        while (unit + 1 < units.length && amount.compareTo(next) >= 0) {
            amount = divide(amount, BigDecimal.valueOf(scale));
            unit++;
        }
        return fixed(amount, decimals) + units[unit];
    }

    /** Keeps 64 binary digits, as C's long double: whether 1105 us are 1.10 or 1.11 ms hangs on the last of them. */
    private static BigDecimal divide(BigDecimal number, BigDecimal by) {
        int exponent = Math.getExponent(number.doubleValue() / by.doubleValue());
        BigDecimal ulps = new BigDecimal(BigInteger.ONE.shiftLeft(Math.max(0, 63 - exponent)));
        return number.multiply(ulps).divide(by, 0, RoundingMode.HALF_EVEN).divide(ulps);
    }
}
