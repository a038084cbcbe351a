package kvlab.node;

import java.util.List;

/** One thing that {@code --set name=value} varies; the first value is what a node has when nothing is set. */
public record Setting(String name, List<String> values, String description) {

    public Setting {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("setting " + name + " has no values");
        }
    }

    public String defaultValue() {
        return values.get(0);
    }

    /** As in a usage text: {@code store=base|tuned}. */
    @Override
    public String toString() {
        return name + "=" + String.join("|", values);
    }
}
