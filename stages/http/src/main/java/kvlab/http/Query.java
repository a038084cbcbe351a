package kvlab.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import one.nio.http.Request;

/**
 * The part of a URL behind the question mark. A value is UTF-8, as bytes or percent-encoded: both spellings are one
 * key. A plus sign is a plus sign.
 *
 * @param text the bytes of the query as they came, a character each
 */
public record Query(String text) {

    private static final String HEX = "0123456789ABCDEF";

    public static Query of(Request request) {
        String uri = request.getURI();
        int mark = uri.indexOf('?');
        return new Query(mark < 0 ? "" : uri.substring(mark + 1));
    }

    /** The decoded value of a parameter, or null when it is not given. */
    public byte[] value(String name) {
        byte[] found = null;
        for (int from = 0; from <= text.length(); ) {
            int end = text.indexOf('&', from);
            if (end < 0) {
                end = text.length();
            }
            int equals = from + name.length();
            if (text.startsWith(name, from) && (equals == end || equals < end && text.charAt(equals) == '=')) {
                if (found != null) {
                    throw Refusal.badRequest("the parameter " + name + " is given twice");
                }
                found = decode(name, text.substring(Math.min(equals + 1, end), end));
            }
            from = end + 1;
        }
        return found;
    }

    /** A value as it is written into a URL: letters and digits as they are, everything else as % and two digits. */
    public static String encoded(byte[] value) {
        StringBuilder text = new StringBuilder(value.length + 16);
        for (byte b : value) {
            if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-') {
                text.append((char) b);
            } else {
                text.append('%').append(HEX.charAt(b >> 4 & 0xf)).append(HEX.charAt(b & 0xf));
            }
        }
        return text.toString();
    }

    private static byte[] decode(String name, String encoded) {
        byte[] bytes = encoded.getBytes(StandardCharsets.ISO_8859_1);
        int size = 0;
        boolean ascii = true;
        for (int i = 0; i < bytes.length; i++) {
            byte value = bytes[i];
            if (value == '%') {
                value = percent(name, encoded, i);
                i += 2;
            } else if (value == 0) {
                throw Refusal.badRequest("the parameter " + name + " has a raw NUL in it; %00 is one");
            }
            ascii &= value > 0;
            bytes[size++] = value;
        }
        byte[] decoded = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
        if (!ascii) {
            requireUtf8(name, decoded);
        }
        return decoded;
    }

    private static byte percent(String name, String encoded, int at) {
        int high = at + 2 < encoded.length() ? Character.digit(encoded.charAt(at + 1), 16) : -1;
        int low = high >= 0 ? Character.digit(encoded.charAt(at + 2), 16) : -1;
        if (low < 0) {
            String given = encoded.substring(at, Math.min(at + 3, encoded.length()));
            throw Refusal.badRequest(
                    "the parameter " + name + " has '" + given + "' in it; expected % and two hexadecimal digits");
        }
        return (byte) (high << 4 | low);
    }

    private static void requireUtf8(String name, byte[] decoded) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded));
        } catch (CharacterCodingException e) {
            throw Refusal.badRequest("the parameter " + name + " is not UTF-8");
        }
    }
}
