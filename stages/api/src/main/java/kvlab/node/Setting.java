package kvlab.node;

import java.util.List;

/**
 * One thing that {@code --set name=value} varies; the first value is what a node has when nothing is set.
 *
 * @param needs another setting and its value, without which this one does nothing, as client=own-pool: it is chosen with
 *     this one; null when this one always does something
 */
public record Setting(String name, List<String> values, String description, String needs) {

    public Setting {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("setting " + name + " has no values");
        }
    }

    public Setting(String name, List<String> values, String description) {
        this(name, values, description, null);
    }

    public String defaultValue() {
        return values.get(0);
    }

    /** For a usage text. */
    public String purpose() {
        return needs == null ? description : "with " + needs + ": " + description;
    }

    /** As in a usage text: {@code store=base|tuned}. */
    @Override
    public String toString() {
        return name + "=" + String.join("|", values);
    }
}
