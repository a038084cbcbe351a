package kvlab.cluster;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why something failed, as a person would say it: some of Java's messages are only the name of a file. */
public final class Reason {

    private Reason() {}

    public static String of(Throwable e) {
        if (e instanceof FileSystemException failed && failed.getReason() == null) {
            return failed.getFile() + ": " + what(failed);
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String what(FileSystemException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is there already";
        }
        if (e instanceof NotDirectoryException) {
            return "it is no folder";
        }
        return e instanceof DirectoryNotEmptyException
                ? "the folder is not empty"
                : e.getClass().getSimpleName();
    }
}
