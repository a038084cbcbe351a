package kvlab.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
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
        kernel.getRenderer()
                .createRegistration(Chart.class)
                .preferring(MIMEType.IMAGE_PNG, MIMEType.TEXT_PLAIN)
                .register((chart, context) -> put(chart, context.getOutputContainer()));
    }

    private static void put(Shown shown, DisplayData data) {
        data.putData(MIMEType.TEXT_HTML, shown.html());
        data.putData(MIMEType.TEXT_PLAIN, shown.text());
    }

    private static void put(Chart chart, DisplayData data) {
        try {
            data.putData(MIMEType.IMAGE_PNG, Base64.getEncoder().encodeToString(chart.png()));
            data.putMetaData(MIMEType.IMAGE_PNG, Map.of("alt", chart.text(), "width", chart.width()));
            data.putData(MIMEType.TEXT_PLAIN, chart.text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
