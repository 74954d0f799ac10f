package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundRobinQueueTest {
    private final RoundRobinQueue<String, String> queue = new RoundRobinQueue<>();

    private List<String> drain() {
        List<String> drained = new ArrayList<>();
        for (Optional<String> next = queue.poll(); next.isPresent(); next = queue.poll()) {
            drained.add(next.get());
        }
        return drained;
    }

    @Test
    void groupsTakeTurnsAndKeepTheirOrder() {
        queue.add("a", "a1");
        queue.add("a", "a2");
        queue.add("a", "a3");
        queue.add("b", "b1");
        queue.add("c", "c1");
        queue.add("b", "b2");

        assertThat(drain()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    }

    @Test
    void oneClusterOfATeamWaitsForOneOfTheOtherAtMost() {
        IntStream.range(0, 500).forEach(number -> queue.add("many", "many-" + number));
        queue.poll();
        queue.add("few", "few-0");

        assertThat(drain().indexOf("few-0")).isLessThanOrEqualTo(1);
    }

    @Test
    void aGroupThatReturnsIsBehindTheOthers() {
        queue.add("a", "a1");
        queue.add("b", "b1");
        queue.poll();
        queue.add("a", "a2");

        assertThat(drain()).containsExactly("b1", "a2");
    }

    @Test
    void removedElementsAreSkipped() {
        queue.add("a", "a1");
        queue.add("b", "b1");

        assertThat(queue.remove("a", "a1")).isTrue();
        assertThat(queue.remove("a", "a1")).isFalse();
        assertThat(queue.remove("c", "c1")).isFalse();
        assertThat(drain()).containsExactly("b1");
    }
}
