package kvlab.kernel;

import java.util.UUID;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;

/** The output of the cell that runs. */
final class KernelDisplay implements Display {

    private static final String ID = "display_id";

    private final BaseKernel kernel;

    KernelDisplay(BaseKernel kernel) {
        this.kernel = kernel;
    }

    void register() {
        kernel.getRenderer()
                .createRegistration(Shown.class)
                .preferring(MIMEType.TEXT_HTML, MIMEType.TEXT_PLAIN)
                .register((shown, context) -> put(shown, context.getOutputContainer()));
    }

    private static void put(Shown shown, DisplayData data) {
        data.putData(MIMEType.TEXT_HTML, shown.html());
        data.putData(MIMEType.TEXT_PLAIN, shown.text());
    }

    /** Without the id that the kernel's own display() returns, which would show up as a value. */
    @Override
    public void show(Object value) {
        kernel.display(kernel.getRenderer().render(value));
    }

    @Override
    public Live live() {
        String id = UUID.randomUUID().toString();
        boolean[] begun = {false};
        return now -> {
            DisplayData data = new DisplayData();
            put(now, data);
            data.putTransientData(ID, id);
            // After an interrupt the cell has ended, but not yet what it began.
            if (kernel.getIO().display.isAttached()) {
                if (begun[0]) {
                    kernel.getIO().display.updateDisplay(id, data);
                } else {
                    kernel.getIO().display.display(data);
                }
                begun[0] = true;
            }
        };
    }
}
