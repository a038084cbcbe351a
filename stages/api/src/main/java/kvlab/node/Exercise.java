package kvlab.node;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method that a student writes: the task, and the rule of docs/protocol.md that it serves. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Exercise {

    String value();

    String rule();
}
