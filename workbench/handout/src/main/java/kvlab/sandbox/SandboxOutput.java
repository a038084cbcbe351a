package kvlab.sandbox;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a program in a sandbox says: not more than it may, no line longer than anybody reads, and why it was killed as the
 * last line of it.
 */
final class SandboxOutput extends FilterInputStream {

    private static final int LONGEST_LINE = 1_000;

    private final SandboxedProcess process;
    private final long most;
    private long seen;
    private int column;
    private byte[] lastLine;
    private int told;

    SandboxOutput(InputStream stream, SandboxedProcess process, long most) {
        super(stream);
        this.process = process;
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int kept = 0;
        while (kept == 0 && length > 0) {
            int count = seen > most ? -1 : super.read(bytes, offset, length);
            if (count < 0) {
                return lastLine(bytes, offset, length);
            }
            seen += count;
            if (seen > most) {
                process.kill(Killed.printed(most));
            }
            kept = cut(bytes, offset, count);
        }
        return kept;
    }

    /** Moves what is left of the lines together. */
    private int cut(byte[] bytes, int offset, int count) {
        int kept = 0;
        for (int i = offset; i < offset + count; i++) {
            column = bytes[i] == '\n' ? 0 : column + 1;
            if (column <= LONGEST_LINE) {
                bytes[offset + kept++] = bytes[i];
            }
        }
        return kept;
    }

    private int lastLine(byte[] bytes, int offset, int length) {
        if (lastLine == null) {
            String reason = process.reason();
            lastLine = (reason == null ? "" : "\n" + Killed.since(reason) + "\n").getBytes(StandardCharsets.UTF_8);
        }
        int count = Math.min(length, lastLine.length - told);
        System.arraycopy(lastLine, told, bytes, offset, count);
        told += count;
        return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public int available() throws IOException {
        return seen > most ? 0 : super.available();
    }

    @Override
    public long skip(long count) throws IOException {
        return readNBytes((int) Math.min(count, Integer.MAX_VALUE)).length;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
