package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.testing.LongSuite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two things asked for in a row, the second while the first is under way: whatever they are, the cluster ends ready or gone. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class VerbPairsTest {
    private static final String SPEC = "kubernetesVersion: v1.31.4, workers: {replicas: 2}";

    private enum Verb {
        /** Nothing but what was asked for first, which is still under way then. */
        CREATE,
        GROW,
        SHRINK,
        UPGRADE,
        REIMAGE,
        PAUSE_AND_RESUME,
        DELETE,
        DELETE_AND_CREATE;

        private void speak(ManagementWorld world, String name) {
            switch (this) {
                case CREATE -> world.tenant(name, SPEC);
                case GROW -> world.merge(name, "{\"spec\":{\"workers\":{\"replicas\":3}}}");
                case SHRINK -> world.merge(name, "{\"spec\":{\"workers\":{\"replicas\":1}}}");
                case UPGRADE -> world.merge(name, "{\"spec\":{\"kubernetesVersion\":\"v1.32.1\"}}");
                case REIMAGE ->
                    world.merge(
                            name,
                            "{\"spec\":{\"workers\":{\"machineTemplate\":{\"os\":{\"imageRef\":\"default/new\"}}}}}");
                case PAUSE_AND_RESUME -> {
                    world.merge(name, "{\"spec\":{\"managementPolicy\":{\"mode\":\"Observe\"}}}");
                    world.merge(name, "{\"spec\":{\"managementPolicy\":{\"mode\":\"Active\"}}}");
                }
                case DELETE -> world.named(name).delete();
                case DELETE_AND_CREATE -> {
                    world.named(name).delete();
                    world.awaitGone(name);
                    world.tenant(name, SPEC);
                }
            }
        }
    }

    private record Pair(Verb first, Verb second) {
        private String cluster() {
            return "%s-%s".formatted(first, second).toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What is gone can be asked for nothing but to come again; deleting twice is deleting once. */
    private static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Verb first : Verb.values()) {
            for (Verb second : Verb.values()) {
                boolean possible = first != Verb.DELETE || second == Verb.DELETE || second == Verb.DELETE_AND_CREATE;
                if (possible && second != Verb.CREATE) {
                    pairs.add(new Pair(first, second));
                }
            }
        }
        return pairs;
    }

    @Test
    void everyPairEndsReadyOrGone() throws Exception {
        Map<Pair, Throwable> failures = new ConcurrentSkipListMap<>(Comparator.comparing(Pair::cluster));
        List<Pair> pairs = LongSuite.every(4, 0, pairs());
        try (ManagementWorld world = ManagementWorld.hollow();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            world.harvester();
            threads.invokeAll(pairs.stream()
                    .map(pair -> Executors.callable(() -> live(world, pair, failures)))
                    .toList());
        }
        assertThat(failures).isEmpty();
        System.out.printf("%d pairs of verbs ended ready or gone.%n", pairs.size());
    }

    private static void live(ManagementWorld world, Pair pair, Map<Pair, Throwable> failures) {
        try {
            live(world, pair);
        } catch (RuntimeException | AssertionError e) {
            failures.put(pair, e);
        }
    }

    private static void live(ManagementWorld world, Pair pair) {
        if (pair.first() != Verb.CREATE) {
            world.tenant(pair.cluster(), SPEC);
            world.awaitReady(pair.cluster());
        }
        pair.first().speak(world, pair.cluster());
        pair.second().speak(world, pair.cluster());
        check(world, pair);
    }

    private static void check(ManagementWorld world, Pair pair) {
        if (pair.second() == Verb.DELETE) {
            world.awaitGone(pair.cluster());
            return;
        }
        TenantCluster ready = world.awaitReady(pair.cluster());
        assertThat(ready.getStatus().workerNodesReady())
                .as(pair.toString())
                .isEqualTo(ready.getSpec().workers().replicas());
        assertThat(ready.getStatus().observedState().kubernetesVersion())
                .as(pair.toString())
                .isEqualTo(ready.getSpec().kubernetesVersion());
    }
}
