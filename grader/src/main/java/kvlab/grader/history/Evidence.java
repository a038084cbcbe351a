package kvlab.grader.history;

/** What reports show of a violation: what was found, and all that happened around it. */
public record Evidence(History history, Finding finding) {}
