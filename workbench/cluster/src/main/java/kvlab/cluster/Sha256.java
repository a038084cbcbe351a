package kvlab.cluster;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What tells one content from any other. */
public final class Sha256 {

    private Sha256() {}

    public static byte[] bytes(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** In hexadecimal digits. */
    public static String of(byte[] content) {
        return HexFormat.of().formatHex(bytes(content));
    }
}
