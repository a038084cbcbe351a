package kvlab.handin;

/** Everything that comes out of a hand-in goes through here on its way into a page. */
final class Html {

    private Html() {}

    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                // What a browser shows of others is nothing, or something else than what stands there.
                default ->
                    escaped.append(Character.isISOControl(each) && each != '\n' && each != '\t' ? '\ufffd' : each);
            }
        }
        return escaped.toString();
    }
}
