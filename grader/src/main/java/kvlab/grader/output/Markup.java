package kvlab.grader.output;

/** What XML and HTML have in common. */
final class Markup {

    private Markup() {}

    /** As text or as an attribute's value. What a node wrote may hold characters that XML has none for. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> escaped.appendCodePoint(isCharacter(c) ? c : 0xfffd);
            }
        });
        return escaped.toString();
    }

    private static boolean isCharacter(int c) {
        return c == '\t' || c >= ' ' && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000;
    }
}
