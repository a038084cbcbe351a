package kvlab.wrk2;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Lua's source as the library takes it: in a direct buffer. */
final class Sources {

    private Sources() {}

    /** One of the files beside this class. */
    static ByteBuffer resource(String name) {
        try (InputStream source = Sources.class.getResourceAsStream(name)) {
            return direct(source.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
