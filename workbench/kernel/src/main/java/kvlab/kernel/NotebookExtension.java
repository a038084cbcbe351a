package kvlab.kernel;

import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;

/** The Java kernel finds it on its class path by itself: from then on notebooks know what {@link Notebook} offers. */
public final class NotebookExtension implements Extension {

    private static final String IMPORT = "import static kvlab.kernel.Notebook.*;";

    /** Whatever is thrown here would end the kernel without a word. */
    @Override
    public void install(BaseKernel kernel) {
        try {
            KernelDisplay display = new KernelDisplay(kernel);
            display.register();
            Notebook.showOn(display);
            kernel.evalRaw(IMPORT);
            endWith(Thread.currentThread());
        } catch (RuntimeException | LinkageError e) {
            System.err.println("kvlab: notebooks cannot call the kit: " + e);
        }
    }

    /** What is left when the kernel's main thread has ended are threads of cells, idle, which would keep the JVM for a minute. */
    private static void endWith(Thread main) {
        Thread end = new Thread(
                () -> {
                    try {
                        main.join();
                        System.exit(0);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "end-kernel");
        end.setDaemon(true);
        end.start();
    }
}
