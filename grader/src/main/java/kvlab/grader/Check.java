package kvlab.grader;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is worth points. Its id is the name of the method, what it is about in words is its display name. It is an
 * ordinary JUnit test, so that an IDE runs one alone.
 */
@Test
@ExtendWith(CheckExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Check {

    Rule rule();

    int points();

    /**
     * A check that takes longer fails: several times what a slow machine needs, since no request of it is waited for as
     * long, and a server that answers is not to fail for its machine.
     */
    int seconds() default 30;

    /** Where somebody whose node fails it should look. */
    String look();

    /** Settings of the nodes, as {@code client=futures}: with any of them the rule does not hold. */
    String[] notWith() default {};

    /** What it does to a node that only a process can suffer, as {@code kills a node}; nothing when empty. */
    String process() default "";

    /** A check that any mistake can fail comes after the checks that are about one mistake. */
    boolean last() default false;

    /** One that is optional brings points, and its failure does not fail the grade. */
    boolean optional() default false;
}
