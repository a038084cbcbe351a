package kvlab.grader;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How many nodes a check's cluster has, when it is not the usual three. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@interface Nodes {

    int value();

    /** The smallest cluster in which a majority is not all. */
    int USUAL = 3;

    /** In a cluster of this size, every second node is told the members in reverse (H3). */
    int TURNED = 4;
}
