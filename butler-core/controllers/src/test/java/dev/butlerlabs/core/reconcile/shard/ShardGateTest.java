package dev.butlerlabs.core.reconcile.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two shards: team-1 belongs to the second, team-2 to the first. */
class ShardGateTest {
    private final Set<Integer> held = new HashSet<>(Set.of(0, 1));
    private final ShardGate gate = new ShardGate(2, held::contains);

    private String run(String namespace, Runnable meanwhile) {
        return gate.run(
                namespace,
                () -> {
                    meanwhile.run();
                    return "ran";
                },
                () -> "skipped");
    }

    @Test
    void includesTheNamespacesOfOpenShards() {
        gate.open(0);

        assertThat(gate.includes("team-2")).isTrue();
        assertThat(gate.includes("team-1")).isFalse();
        assertThat(run("team-2", () -> {})).isEqualTo("ran");
        assertThat(run("team-1", () -> {})).isEqualTo("skipped");
    }

    @Test
    void announcesAShardOnceWhenItOpens() {
        List<List<String>> announced = new ArrayList<>();
        Runnable removal = gate.onIncluded(included ->
                announced.add(Stream.of("team-1", "team-2").filter(included).toList()));

        gate.open(1);
        gate.open(1);
        removal.run();
        gate.open(0);

        assertThat(announced).containsExactly(List.of("team-1"));
    }

    @Test
    void mayWriteWhileTheLeasesOfAllShardsWithReconciliationsAreHeld() {
        assertThat(gate.mayWrite()).isFalse();
        gate.open(0);
        assertThat(gate.mayWrite()).isTrue();
        gate.open(1);
        held.remove(1);

        assertThat(gate.mayWrite()).isFalse();
        assertThat(gate.includes("team-1")).isFalse();
        assertThat(gate.includes("team-2")).isTrue();
    }

    @Test
    void aShardThatIsReleasedLetsItsReconciliationsFinish() {
        gate.open(1);

        run("team-1", () -> {
            gate.drain(1);
            assertThat(gate.mayWrite()).isTrue();
            assertThat(gate.includes("team-1")).isFalse();
            assertThat(gate.isIdle(1)).isFalse();
        });

        assertThat(gate.isIdle(1)).isTrue();
        assertThat(gate.draining()).containsExactly(1);
    }

    @Test
    void nothingIsWrittenUntilTheReconciliationsOfALostShardHaveEnded() {
        gate.open(0);
        gate.open(1);

        run("team-1", () -> {
            held.remove(1);
            gate.lose(1);
            assertThat(gate.lost()).containsExactly(1);
            assertThat(gate.mayWrite()).isFalse();
        });

        assertThat(gate.lost()).isEmpty();
        assertThat(gate.mayWrite()).isTrue();
        assertThat(gate.open()).containsExactly(0);
    }

    @Test
    void interruptsReconciliationsOfShardsThatAreNotOpen() {
        gate.open(1);

        run("team-1", () -> {
            gate.interrupt(1);
            assertThat(Thread.interrupted()).isFalse();
            gate.drain(1);
            gate.interrupt(1);
            assertThat(Thread.interrupted()).isTrue();
        });
    }
}
