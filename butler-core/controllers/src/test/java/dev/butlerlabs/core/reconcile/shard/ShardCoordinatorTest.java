package dev.butlerlabs.core.reconcile.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes that start, stop, crash and are suspended, with leases of 15 seconds. The world checks that no namespace ever has two of them. */
class ShardCoordinatorTest {
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration SETTLE = Duration.ofSeconds(14);
    private static final Duration LONG = Duration.ofSeconds(25);

    private final ShardWorld world = new ShardWorld();

    @AfterEach
    void close() {
        world.close();
    }

    private void pass(Duration time) {
        world.pass(time);
    }

    @Test
    void oneProcessTakesAllShardsOneAfterTheOther() {
        world.start("a", 4);
        pass(Duration.ofSeconds(1));
        assertThat(world.counts()).allMatch(count -> count < 2);

        pass(SHORT);

        assertThat(world.counts()).containsExactly(4);
        assertThat(world.leaseNames())
                .containsExactly(
                        "butler-controllers",
                        "butler-controllers-member-of-4-a",
                        "butler-controllers-shard-0-of-4",
                        "butler-controllers-shard-1-of-4",
                        "butler-controllers-shard-2-of-4",
                        "butler-controllers-shard-3-of-4");
        assertThat(world.lease("butler-controllers").orElseThrow().getMetadata().getAnnotations())
                .containsEntry(Annotations.SHARDS, "4");
    }

    @Test
    void aSecondProcessGetsHalfOfTheShardsAndTheOthersDoNotMove() {
        world.start("a", 4);
        pass(SHORT);
        world.openings();

        world.start("b", 4);
        pass(SETTLE);

        assertThat(world.counts()).containsExactly(2, 2);
        assertThat(world.openings()).isEqualTo(2);
    }

    @Test
    void theOthersTakeTheShardsOfAProcessThatStopsAtOnce() {
        world.start("a", 4);
        world.start("b", 4);
        pass(SETTLE);
        world.openings();

        world.stop("a", Duration.ofSeconds(1));
        pass(Duration.ofSeconds(5));

        assertThat(world.counts()).containsExactly(4);
        assertThat(world.openings()).isEqualTo(2);
        assertThat(world.lease("butler-controllers-member-of-4-a")).isEmpty();
    }

    @Test
    void theOthersTakeTheShardsOfAKilledProcessWhenTheyExpire() {
        world.start("a", 4);
        world.start("b", 4);
        pass(LONG);

        world.kill("a");
        pass(Duration.ofSeconds(12));
        assertThat(world.counts()).containsExactly(2);
        pass(SHORT);

        assertThat(world.counts()).containsExactly(4);
        assertThat(world.lease("butler-controllers-member-of-4-a")).isEmpty();
    }

    @Test
    void aSuspendedProcessMayNotWriteBeforeItsShardsAreTaken() {
        world.start("b", 4);
        ShardWorld.Member suspended = world.start("a", 4);
        pass(LONG);
        assertThat(world.counts()).containsExactly(2, 2);

        world.suspend("a");
        pass(Duration.ofSeconds(11));
        assertThat(world.counts()).containsExactly(2, 2);
        assertThat(suspended.coordinator.mayWrite()).isFalse();
        pass(SHORT);
        assertThat(world.counts()).containsExactly(2, 4);
        assertThat(suspended.coordinator.mayWrite()).isFalse();
        world.resume("a");
        pass(LONG);

        assertThat(world.counts()).containsExactly(2, 2);
        assertThat(suspended.coordinator.mayWrite()).isTrue();
    }

    @Test
    void threeProcessesShareTwoShards() {
        world.start("a", 2);
        world.start("b", 2);
        pass(SETTLE);
        world.openings();

        world.start("c", 2);
        pass(SETTLE);

        assertThat(world.counts()).containsExactly(1, 1, 0);
        assertThat(world.openings()).isZero();
    }

    /** As a Deployment with maxSurge 1 and maxUnavailable 0 replaces its pods. */
    @Test
    void aRollingUpdateOfTwoProcessesMovesFewShards() {
        world.start("a", 8);
        world.start("b", 8);
        pass(SETTLE);
        world.openings();

        world.start("c", 8);
        pass(SETTLE);
        world.stop("a", Duration.ofSeconds(1));
        world.start("d", 8);
        pass(SETTLE);
        world.stop("b", Duration.ofSeconds(1));
        pass(SETTLE);

        assertThat(world.counts()).containsExactly(4, 4);
        // Each shard moves once from an old process, and a few once more.
        assertThat(world.openings()).isBetween(8, 12);
    }

    @Test
    void aRollingUpdateOfThreeProcessesMovesFewShards() {
        world.start("a", 6);
        world.start("b", 6);
        world.start("c", 6);
        pass(SETTLE);
        assertThat(world.counts()).containsExactly(2, 2, 2);
        world.openings();

        for (String[] step : new String[][] {{"d", "a"}, {"e", "b"}, {"f", "c"}}) {
            world.start(step[0], 6);
            pass(SETTLE);
            world.stop(step[1], Duration.ofSeconds(1));
        }
        pass(SETTLE);

        assertThat(world.counts()).containsExactly(2, 2, 2);
        assertThat(world.openings()).isBetween(6, 10);
    }

    @Test
    void aRollingUpdateToAnotherNumberOfShardsNeverHasTwoProcessesForANamespace() {
        world.start("a", 4);
        world.start("b", 4);
        pass(SETTLE);

        world.start("c", 8);
        pass(SETTLE);
        assertThat(world.counts()).containsExactly(2, 2, 0);
        world.stop("a", Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));
        world.start("d", 8);
        pass(SETTLE);
        world.stop("b", Duration.ofSeconds(1));
        pass(SETTLE);

        assertThat(world.counts()).containsExactly(4, 4);
        assertThat(world.leaseNames()).noneMatch(name -> name.endsWith("-of-4"));
    }

    @Test
    void aLeaderOfAnotherNumberWaitsForTheShardsOfAKilledProcess() {
        world.start("a", 2);
        pass(SHORT);
        world.kill("a");

        world.start("b", 3);
        pass(Duration.ofSeconds(14));
        assertThat(world.counts()).containsExactly(0);
        pass(SHORT);

        assertThat(world.counts()).containsExactly(3);
    }

    @Test
    void noShardIsTakenWhileALeaderReconcilesAllNamespaces() {
        ShardWorld.UnshardedLeader leader = world.unsharded("old");
        assertThat(leader.tryToLead()).isTrue();
        assertThat(leader.mayStart()).isTrue();

        world.start("a", 4);
        pass(Duration.ofSeconds(5));
        assertThat(world.counts()).containsExactly(0);
        leader.resign();
        pass(SHORT);

        assertThat(world.counts()).containsExactly(4);
    }

    @Test
    void aLeaderOfAllNamespacesWaitsUntilTheShardsAreReleased() {
        world.start("a", 4);
        world.start("b", 4);
        pass(SETTLE);
        world.stop("a", Duration.ofMillis(250));
        ShardWorld.UnshardedLeader leader = world.unsharded("new");

        assertThat(leader.tryToLead()).isTrue();
        assertThat(leader.mayStart()).isFalse();
        pass(SHORT);

        assertThat(world.counts()).containsExactly(0);
        assertThat(leader.mayStart()).isTrue();
        assertThat(world.lease("butler-controllers").orElseThrow().getMetadata().getAnnotations())
                .doesNotContainKey(Annotations.SHARDS);
    }
}
