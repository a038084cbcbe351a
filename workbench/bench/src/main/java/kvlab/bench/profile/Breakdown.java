package kvlab.bench.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one event of a profile came to.
 *
 * @param unit of the figures for one request: µs or bytes
 * @param perRequest all of it, also what the profiler took itself
 * @param categories the largest first; those without any are left out, and the profiler, which is no part of the server
 * @param top where most of it went, the largest first
 */
public record Breakdown(String unit, double perRequest, List<Part> categories, List<Part> top) {

    private static final int TOP = 15;

    /** @param share of all, 0 to 1 */
    public record Part(String name, double share, double perRequest) {}

    public static Breakdown of(ProfileEvent event, Stacks stacks, long requests) {
        return new Breakdown(
                event.unit(),
                event.inUnit(stacks.total()) / requests,
                parts(categories(event, stacks, requests)),
                parts(frames(event, stacks, requests)).stream().limit(TOP).toList());
    }

    /** The total without the profiler's own work. */
    double ofServer() {
        return categories.stream().mapToDouble(Part::perRequest).sum();
    }

    private static List<Part> parts(Map<String, Double> perRequest) {
        double all = perRequest.values().stream().mapToDouble(each -> each).sum();
        List<Part> parts = new ArrayList<>();
        perRequest.forEach((name, each) -> parts.add(new Part(name, each / all, each)));
        parts.sort(Comparator.comparingDouble(Part::perRequest).reversed().thenComparing(Part::name));
        return parts;
    }

    /** For one request, in the order of the rules; those without any are left out. */
    public static Map<String, Double> categories(ProfileEvent event, Stacks stacks, long requests) {
        Map<Category, Double> sums = new TreeMap<>();
        stacks.forEach((stack, count) ->
                sums.merge(Category.of(Stack.of(event, stack)), event.inUnit(count) / requests, Double::sum));
        sums.remove(Category.PROFILER);
        Map<String, Double> named = new LinkedHashMap<>();
        sums.forEach((category, sum) -> named.put(category.label(), sum));
        return named;
    }

    /** For one request: all of them. */
    public static Map<String, Double> frames(ProfileEvent event, Stacks stacks, long requests) {
        Map<String, Double> sums = new TreeMap<>();
        stacks.forEach((stack, count) -> {
            Stack sample = Stack.of(event, stack);
            if (Category.of(sample) != Category.PROFILER) {
                sums.merge(sample.self(), event.inUnit(count) / requests, Double::sum);
            }
        });
        return sums;
    }
}
