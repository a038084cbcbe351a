package kvlab.cluster;

/** What XML and HTML have in common. Everything that somebody else wrote goes through here on its way into a page. */
public final class Markup {

    private Markup() {}

    /** As text or as an attribute's value, with a mark where there was no character: XML has none for some that a node wrote. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n' -> escaped.append("&#10;");
                default -> escaped.appendCodePoint(isCharacter(c) ? c : 0xfffd);
            }
        });
        return escaped.toString();
    }

    /** A whole page as the value of an attribute, from which a browser reads the same page. */
    public static String inAnAttribute(String page) {
        return page.replace("&", "&amp;").replace("\"", "&quot;");
    }

    private static boolean isCharacter(int c) {
        return c == '\t' || !Character.isISOControl(c) && (c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000);
    }
}
