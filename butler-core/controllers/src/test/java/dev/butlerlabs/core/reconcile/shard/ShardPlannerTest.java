package dev.butlerlabs.core.reconcile.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShardPlannerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final ShardMove STAY = new ShardMove.Stay();

    private static ShardMove next(
            String identity, Set<String> members, Map<Integer, String> holders, Map<Integer, Duration> free) {
        return new ShardPlanner(identity, PATIENCE)
                .next(new ShardDistribution(members, new TreeMap<>(holders), new TreeMap<>(free)));
    }

    @Test
    void takesAFreeShardAlone() {
        assertThat(next("a", Set.of("a"), Map.of(), Map.of(0, Duration.ZERO))).isEqualTo(new ShardMove.Take(0));
    }

    @Test
    void leavesAFreeShardToTheMemberWithFewer() {
        Map<Integer, String> holders = Map.of(0, "a");
        Map<Integer, Duration> free = Map.of(1, Duration.ofSeconds(14));

        assertThat(next("a", Set.of("a", "b"), holders, free)).isEqualTo(STAY);
        assertThat(next("b", Set.of("a", "b"), holders, free)).isEqualTo(new ShardMove.Take(1));
    }

    @Test
    void takesAShardThatNobodyElseTakes() {
        assertThat(next("a", Set.of("a", "b"), Map.of(0, "a"), Map.of(1, PATIENCE)))
                .isEqualTo(new ShardMove.Take(1));
    }

    @Test
    void membersThatStartTogetherTryDifferentShards() {
        Map<Integer, Duration> free = Map.of(0, Duration.ZERO, 1, Duration.ZERO);

        assertThat(next("a", Set.of("a", "b"), Map.of(), free))
                .isNotEqualTo(next("b", Set.of("a", "b"), Map.of(), free));
    }

    @Test
    void releasesOneShardForAMemberWithTwoFewer() {
        Map<Integer, String> holders = Map.of(0, "a", 1, "a", 2, "b", 3, "b");
        Set<String> members = Set.of("a", "b", "c");

        assertThat(next("a", members, holders, Map.of())).isEqualTo(new ShardMove.Release(1));
        assertThat(next("b", members, holders, Map.of())).isEqualTo(STAY);
        assertThat(next("c", members, holders, Map.of())).isEqualTo(STAY);
    }

    @Test
    void releasesNothingWhileAShardIsFree() {
        assertThat(next("a", Set.of("a", "b"), Map.of(0, "a", 1, "a", 2, "a"), Map.of(3, Duration.ZERO)))
                .isEqualTo(STAY);
    }

    @Test
    void keepsADifferenceOfOne() {
        assertThat(next("a", Set.of("a", "b"), Map.of(0, "a", 1, "a", 2, "b"), Map.of()))
                .isEqualTo(STAY);
        assertThat(next("c", Set.of("a", "b", "c"), Map.of(0, "a", 1, "b"), Map.of()))
                .isEqualTo(STAY);
    }

    /** The lease of such a process has not expired yet. */
    @Test
    void doesNotCountShardsOfProcessesThatAreNoMembers() {
        assertThat(next("a", Set.of("a", "b"), Map.of(0, "dead", 1, "dead", 2, "a"), Map.of()))
                .isEqualTo(STAY);
    }
}
