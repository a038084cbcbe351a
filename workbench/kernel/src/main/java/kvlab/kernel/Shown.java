package kvlab.kernel;

/** What a cell shows when it is its last expression: a part of a page, and the same as text for whatever shows no pages. */
public interface Shown {

    String html();

    String text();
}
