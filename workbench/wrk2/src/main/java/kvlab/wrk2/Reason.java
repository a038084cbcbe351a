package kvlab.wrk2;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** An exception's reason as a person would say it: some of Java's messages are only the file's name. */
final class Reason {

    private Reason() {}

    static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof SocketTimeoutException) {
            return "Connection timed out";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
