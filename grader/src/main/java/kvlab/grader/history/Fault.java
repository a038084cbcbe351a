package kvlab.grader.history;

/** What was done to a node, and when. No verdict depends on it: a right store keeps its promises all the same. */
public record Fault(String node, String what, long from, long until) {}
