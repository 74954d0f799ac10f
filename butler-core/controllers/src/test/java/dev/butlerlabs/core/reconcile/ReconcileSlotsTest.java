package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReconcileSlotsTest {
    private final ReconcileSlots slots = new ReconcileSlots(2);

    private static boolean hasSlot(CountDownLatch turn) {
        return turn.getCount() == 0;
    }

    @Test
    void noMoreThanTheLimitHaveASlot() {
        assertThat(hasSlot(slots.request("a"))).isTrue();
        assertThat(hasSlot(slots.request("a"))).isTrue();
        CountDownLatch third = slots.request("a");
        assertThat(hasSlot(third)).isFalse();

        slots.release();
        assertThat(hasSlot(third)).isTrue();
    }

    @Test
    void aNamespaceWithOneObjectIsNextAfterOneOfABusyNamespace() {
        List<CountDownLatch> busy =
                IntStream.range(0, 500).mapToObj(_ -> slots.request("busy")).toList();
        CountDownLatch other = slots.request("other");

        slots.release();
        slots.release();

        assertThat(hasSlot(other)).isTrue();
        assertThat(busy.stream().filter(ReconcileSlotsTest::hasSlot)).hasSize(3);
    }

    @Test
    void aWithdrawnRequestGetsNoSlotAndAGrantedOneReturnsIt() {
        CountDownLatch first = slots.request("a");
        slots.request("a");
        CountDownLatch third = slots.request("a");
        CountDownLatch fourth = slots.request("a");

        slots.withdraw("a", third);
        assertThat(hasSlot(fourth)).isFalse();
        slots.withdraw("a", first);
        assertThat(hasSlot(fourth)).isTrue();
        assertThat(hasSlot(third)).isFalse();
    }

    @Test
    void theSlotIsReleasedAfterTheActionAlsoIfItFails() {
        assertThat(slots.<String>run("a", () -> "done", () -> "interrupted")).isEqualTo("done");
        try {
            slots.run(
                    "a",
                    () -> {
                        throw new IllegalStateException();
                    },
                    () -> "interrupted");
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage(null);
        }

        assertThat(hasSlot(slots.request("a"))).isTrue();
        assertThat(hasSlot(slots.request("a"))).isTrue();
    }

    @Test
    void anInterruptedThreadDoesNotRunTheAction() {
        slots.request("a");
        slots.request("a");
        Thread.currentThread().interrupt();

        assertThat(slots.<String>run("a", () -> "done", () -> "interrupted")).isEqualTo("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
