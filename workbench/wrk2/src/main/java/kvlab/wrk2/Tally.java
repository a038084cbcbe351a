package kvlab.wrk2;

import java.util.concurrent.atomic.AtomicLong;

/** What one event loop counts while others look on: it alone writes. */
final class Tally {

    final Counter sent = new Counter();
    final Counter answered = new Counter();
    final Counter bytes = new Counter();
    final Counter reconnects = new Counter();
    final Counter connectErrors = new Counter();
    final Counter readErrors = new Counter();
    final Counter writeErrors = new Counter();
    final Counter statusErrors = new Counter();
    final Counter timeouts = new Counter();

    /** One writer, so an addition needs no lock prefix. */
    static final class Counter {

        private final AtomicLong value = new AtomicLong();

        void add(long n) {
            value.lazySet(value.getPlain() + n);
        }

        long get() {
            return value.get();
        }
    }

    Errors errors() {
        return new Errors(connectErrors.get(), readErrors.get(), writeErrors.get(), statusErrors.get(), timeouts.get());
    }
}
