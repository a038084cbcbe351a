package kvlab.handin;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Figures and texts as all that is written here has them. */
final class Words {

    private Words() {}

    /** Never null. */
    static String cut(String text, int most) {
        if (text == null) {
            return "";
        }
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    /** With as many digits as it needs, two at most behind the point. */
    static String number(double number) {
        return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
    }

    /** With three digits or more, as latencies are told. */
    static String millis(double millis) {
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%.0f ms", millis);
    }

    static String count(int number, String one, String more) {
        return number + " " + (number == 1 ? one : more);
    }

    static String oneLine(String text) {
        return text.replaceAll("[\\s\\p{Cc}\\u2028\\u2029]+", " ").strip();
    }
}
