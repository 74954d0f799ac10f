package dev.butlerlabs.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.SteppedClock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class OperationHolderTest {
    @Test
    void theIdentityNamesOperationProcessHostAndStart() {
        OperationHolder holder =
                new OperationHolder("node add", 4711, "laptop", Instant.parse("2026-11-18T02:11:04Z"), "00ab");

        assertThat(holder.identity())
                .isEqualTo("node add by process 4711 on host laptop since 2026-11-18T02:11:04Z (00ab)");
        assertThat(OperationHolder.parse(holder.identity())).contains(holder);
    }

    @Test
    void twoOperationsOfOneProcessDiffer() {
        SteppedClock clock = new SteppedClock();

        assertThat(OperationHolder.current("x", clock)).isNotEqualTo(OperationHolder.current("x", clock));
    }

    @Test
    void doesNotParseTheIdentityOfAnotherProgram() {
        assertThat(OperationHolder.parse("butler-controllers-7d9f_1b2c")).isEmpty();
    }
}
