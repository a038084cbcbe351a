package kvlab.wrk2;

/**
 * A request as it came.
 *
 * @param connection which accepted connection it came on, from 0
 * @param ordinal its place on that connection, from 0
 * @param arrived the {@code nanoTime} when its last byte was there
 * @param head with the empty line at its end
 */
record ReceivedRequest(int connection, int ordinal, long arrived, byte[] head, byte[] body) {

    String method() {
        return requestLine()[0];
    }

    String path() {
        return requestLine()[1];
    }

    /** The first one's value, or null. */
    String header(String name) {
        for (String line : Ascii.text(head, 0, head.length).split("\r?\n")) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
                return line.substring(colon + 1).strip();
            }
        }
        return null;
    }

    String text() {
        return Ascii.text(body, 0, body.length);
    }

    private String[] requestLine() {
        String[] parts = Ascii.text(head, 0, head.length).split("\r?\n", 2)[0].split(" ");
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected a request line, got '" + String.join(" ", parts) + "'");
        }
        return parts;
    }

    @Override
    public String toString() {
        return method() + ' ' + path();
    }
}
