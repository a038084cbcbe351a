package kvlab.kernel;

/** Where a notebook's output goes. */
interface Display {

    void show(Object value);

    /** One output that changes in place. */
    Live live();

    /** What is shown instead of what was there. */
    interface Live {
        void show(Shown now);
    }

    /** Outside of a kernel, for those who call a notebook's functions from elsewhere. */
    Display TERMINAL = new Display() {
        @Override
        public void show(Object value) {
            System.out.println(value);
        }

        @Override
        public Live live() {
            return now -> System.err.println(now.text());
        }
    };
}
