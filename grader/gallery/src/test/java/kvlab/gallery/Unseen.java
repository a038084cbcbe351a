package kvlab.gallery;

import kvlab.grader.Progress;

/** A test does not show its progress. */
class Unseen implements Progress {}
