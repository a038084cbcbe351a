package kvlab.gallery;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the answers of a stage as another right server may: without reason phrases, with headers in lower case and Allow in
 * several lines. It closes the connection after each error, does not know chunks (501), and answers 502 when a peer gives no
 * answer.
 */
final class OtherWords {

    private static final String VERSION = "HTTP/1.1 ";
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern LENGTH = Pattern.compile("content-length: ([0-9]+)");
    private static final int FIRST_ERROR = 400;

    private OtherWords() {}

    /** @param text one or more answers. Only the last may be incomplete, and then it stays unchanged */
    static String of(String text) {
        StringBuilder all = new StringBuilder();
        for (String answer : text.split("(?=" + VERSION + ")")) {
            int end = answer.indexOf(END_OF_HEAD);
            if (!answer.startsWith(VERSION) || end < 0) {
                all.append(answer);
                continue;
            }
            int status = status(Integer.parseInt(answer.substring(VERSION.length(), VERSION.length() + 3)));
            String head = head(status, answer.substring(0, end));
            String body = answer.substring(end + END_OF_HEAD.length());
            Matcher length = LENGTH.matcher(head);
            if (status < FIRST_ERROR || !length.find() || Integer.parseInt(length.group(1)) != body.length()) {
                all.append(head).append(END_OF_HEAD).append(body);
            } else {
                return all + head + "\r\nconnection: close" + END_OF_HEAD + body + Front.LAST;
            }
        }
        return all.toString();
    }

    private static int status(int status) {
        return switch (status) {
            case 411 -> 501;
            case 504 -> 502;
            default -> status;
        };
    }

    private static String head(int status, String head) {
        StringBuilder lines = new StringBuilder(VERSION + status + " ");
        for (String header : head.lines().skip(1).toList()) {
            String name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
            String value = header.substring(header.indexOf(':') + 1).strip();
            for (String each : name.equals("allow") ? value.split(", ") : new String[] {value}) {
                lines.append("\r\n").append(name).append(": ").append(each);
            }
        }
        return lines.toString();
    }
}
