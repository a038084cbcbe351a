package kvlab.grader;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;

/** Requests that no author of a check has thought of. */
class RandomChecks {

    /** A node goes down in each of these. That takes longer than all other steps of a story. */
    private static final int STORIES_WITH_AN_OUTAGE = 2;

    private static final int OTHER_STORIES = 88;

    /** Replicas have to agree in each of these, and a request costs three times as much. */
    private static final int STORIES_OF_REPLICAS = 48;

    private static final int LONG_STORIES = 6;

    /** These clients play at the same time. Each has keys of its own, so the model still knows every answer. */
    private static final int CLIENTS = 8;

    @Check(
            rule = Rule.S6,
            points = 4,
            seconds = 180,
            last = true,
            look = "what your node does with the last of the requests that are shown, after those before it")
    @DisplayName("Random requests, written, cut and sent in any way, are answered as a map would answer them")
    void randomRequests(OwnCluster own, Sample sample) throws InterruptedException {
        RandomStories stories = new RandomStories(own);
        stories.play(sample, true, sample.times(STORIES_WITH_AN_OUTAGE));
        List<Sample> samples = Stream.generate(sample::another).limit(CLIENTS).toList();
        int each = sample.times((own.replicates() ? STORIES_OF_REPLICAS : OTHER_STORIES) / CLIENTS);
        Crowd.of(CLIENTS, client -> stories.play(samples.get(client), false, each));
        stories.playAtOnce(sample, sample.times(LONG_STORIES));
        for (int i = 0; i < sample.times(1); i++) {
            stories.playThroughOutages(i == 0 ? sample : sample.another());
        }
    }
}
