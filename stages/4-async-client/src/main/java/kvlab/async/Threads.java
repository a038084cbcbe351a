package kvlab.async;

import java.io.Closeable;
import kvlab.single.Handler;

/** Whose threads a request is served on: the third of three things in which clients differ. */
interface Threads extends Closeable {

    Handler around(Handler handler);

    @Override
    void close();
}
