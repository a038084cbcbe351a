package kvlab.wrk2;

import java.nio.charset.StandardCharsets;

/** How HTTP reads bytes: names in any case, white space around values, lists with commas, numbers of a sane size. */
final class Ascii {

    private static final int QUOTED = 40;
    private static final int DECIMAL_DIGITS = 18;
    private static final int HEX_DIGITS = 15;

    private Ascii() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(byte[] data, int from, int to) {
        return new String(data, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Where the byte is, or -1. */
    static int indexOf(char wanted, byte[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            if (data[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    static int skipBlanks(byte[] data, int from, int to) {
        int at = from;
        while (at < to && isBlank(data[at])) {
            at++;
        }
        return at;
    }

    static int trimEnd(byte[] data, int from, int to) {
        int end = to;
        while (end > from && isBlank(data[end - 1])) {
            end--;
        }
        return end;
    }

    /** A carriage return is a part of the line's end. */
    static int trimReturn(byte[] data, int from, int to) {
        return to > from && data[to - 1] == '\r' ? to - 1 : to;
    }

    /** Whether one begins with the other: of a prefix, only a part may have come. */
    static boolean agree(byte[] prefix, byte[] data, int from, int to) {
        int length = Math.min(prefix.length, to - from);
        for (int i = 0; i < length; i++) {
            if (data[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean equalsIgnoreCase(byte[] lowerCase, byte[] data, int from, int to) {
        if (to - from != lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte b = data[from + i];
            if (lowerCase[i] != (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b)) {
                return false;
            }
        }
        return true;
    }

    static boolean listHas(byte[] lowerCase, byte[] data, int from, int to) {
        int start = from;
        while (start <= to) {
            int comma = indexOf(',', data, start, to);
            int end = comma < 0 ? to : comma;
            if (isItem(lowerCase, data, start, end)) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    static boolean listEndsWith(byte[] lowerCase, byte[] data, int from, int to) {
        int start = to;
        while (start > from && data[start - 1] != ',') {
            start--;
        }
        return isItem(lowerCase, data, start, to);
    }

    private static boolean isItem(byte[] lowerCase, byte[] data, int from, int to) {
        int start = skipBlanks(data, from, to);
        return equalsIgnoreCase(lowerCase, data, start, trimEnd(data, start, to));
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The number, or -1 when this is none or one that could overflow. */
    static long decimal(byte[] data, int from, int to) {
        if (to == from || to - from > DECIMAL_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(data[i])) {
                return -1;
            }
            number = 10 * number + data[i] - '0';
        }
        return number;
    }

    /** The number, or -1 when this is none or one that could overflow. */
    static long hexadecimal(byte[] data, int from, int to) {
        if (to == from || to - from > HEX_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(data[i], 16);
            if (digit < 0) {
                return -1;
            }
            number = 16 * number + digit;
        }
        return number;
    }

    /** Safe to print, and never long: these bytes may be anything. */
    static String quote(byte[] data, int from, int to) {
        StringBuilder quoted = new StringBuilder("'");
        int end = Math.min(to, from + QUOTED);
        for (int i = from; i < end; i++) {
            int b = data[i] & 0xff;
            switch (b) {
                case '\r' -> quoted.append("\\r");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\\' -> quoted.append("\\\\");
                default -> quoted.append(b >= ' ' && b < 0x7f ? Character.toString(b) : String.format("\\x%02x", b));
            }
        }
        return quoted.append(end < to ? "...'" : "'").toString();
    }
}
