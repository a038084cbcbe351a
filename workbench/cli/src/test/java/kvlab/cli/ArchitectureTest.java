package kvlab.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may know whom. */
@Tag("slow")
@Tag("whole-kit")
class ArchitectureTest {

    /** The way of a measurement: each room knows only those before it. */
    private static final List<String> ROOMS_OF_THE_BENCH = List.of(
            "text",
            "machine",
            "profile",
            "watch",
            "wrk2",
            "load",
            "lint",
            "kept",
            "page",
            "estimate",
            "knee",
            "experiment",
            "claims",
            "chart",
            "reference");

    /** For each package of the kit, the other packages of the kit that it may use. */
    private static final Map<String, List<String>> MAY_KNOW = mayKnow();

    private static final JavaClasses KIT =
            new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("kvlab");

    private static Map<String, List<String>> mayKnow() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put("kvlab.node", List.of());
        map.put("kvlab.http", List.of());
        map.put("kvlab.single", List.of("kvlab.node", "kvlab.http"));
        map.put("kvlab.sharding", List.of("kvlab.node", "kvlab.http", "kvlab.single"));
        map.put("kvlab.replication", List.of("kvlab.node", "kvlab.http", "kvlab.single", "kvlab.sharding"));
        map.put(
                "kvlab.async",
                List.of("kvlab.node", "kvlab.http", "kvlab.single", "kvlab.sharding", "kvlab.replication"));
        map.put(
                "kvlab.eventloop",
                List.of("kvlab.node", "kvlab.http", "kvlab.single", "kvlab.sharding", "kvlab.async"));
        map.put("kvlab.cluster", List.of());
        map.put("kvlab.stopwatch", List.of());
        map.put("kvlab.wrk2", List.of());
        map.put("kvlab.ceiling", List.of("kvlab.node"));
        List<String> before = new ArrayList<>(List.of("kvlab.cluster", "kvlab.ceiling"));
        for (String room : ROOMS_OF_THE_BENCH) {
            map.put("kvlab.bench." + room, List.copyOf(before));
            before.add("kvlab.bench." + room);
        }
        map.put("kvlab.kernel", List.of("kvlab.cluster", "kvlab.bench"));
        map.put("kvlab.handout", List.of("kvlab.cluster"));
        map.put("kvlab.handin", List.of("kvlab.handout", "kvlab.bench", "kvlab.grader", "kvlab.cluster"));
        map.put("kvlab.sandbox", List.of("kvlab.cluster"));
        map.put("kvlab.grader", List.of("kvlab.cluster"));
        map.put("kvlab.grader.history", List.of());
        map.put(
                "kvlab.gallery",
                List.of(
                        "kvlab.node",
                        "kvlab.http",
                        "kvlab.single",
                        "kvlab.sharding",
                        "kvlab.replication",
                        "kvlab.async",
                        "kvlab.eventloop",
                        "kvlab.cluster",
                        "kvlab.grader"));
        map.put(
                "kvlab.cli",
                List.of(
                        "kvlab.node",
                        "kvlab.cluster",
                        "kvlab.bench",
                        "kvlab.kernel",
                        "kvlab.grader",
                        "kvlab.handout",
                        "kvlab.handin",
                        "kvlab.sandbox"));
        return map;
    }

    @Test
    void everyPartKnowsOnlyWhomItMay() {
        MAY_KNOW.forEach(ArchitectureTest::check);
    }

    @Test
    void noPackageKnowsOneThatKnowsIt() {
        slices().matching("(kvlab..)").should().beFreeOfCycles().check(KIT);
    }

    @Test
    void everyPartIsListedHere() {
        TreeSet<String> parts = new TreeSet<>();
        for (JavaClass known : KIT) {
            String[] names = known.getPackageName().split("\\.");
            String part = names[0] + "." + names[1];
            parts.add(MAY_KNOW.containsKey(known.getPackageName()) ? known.getPackageName() : part);
        }
        assertEquals(new TreeSet<>(MAY_KNOW.keySet()), parts);
    }

    @Test
    void aPartThatKnowsTooMuchIsFound() {
        AssertionError e = assertThrows(AssertionError.class, () -> check("kvlab.bench", List.of()));
        assertTrue(e.getMessage().contains("kvlab.cluster"), e.getMessage());
    }

    private static void check(String part, List<String> others) {
        String[] allowed = Stream.concat(Stream.of(part), others.stream())
                .map(name -> name + "..")
                .toArray(String[]::new);
        classes()
                .that(resideInAPackage(part + ".."))
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("kvlab..")).or(resideInAnyPackage(allowed)))
                .check(KIT);
    }
}
