package dev.butlerlabs.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    private static final Supplier<Optional<String>> UNKNOWN = Optional::empty;

    @Test
    void isThePodNameInAContainer() {
        assertThat(ProcessIdentity.of(1, Optional.of("butler-controllers-7d9f-abcde"), UNKNOWN))
                .isEqualTo("1@butler-controllers-7d9f-abcde");
    }

    @Test
    void isTheHostNameElsewhere() {
        assertThat(ProcessIdentity.of(4711, Optional.empty(), () -> Optional.of("workstation")))
                .isEqualTo("4711@workstation");
    }

    /** All containers have process 1; without a random part two of them would lead at once. */
    @Test
    void differsBetweenContainersWithoutAName() {
        assertThat(ProcessIdentity.of(1, Optional.empty(), UNKNOWN))
                .isNotEqualTo(ProcessIdentity.of(1, Optional.empty(), UNKNOWN));
        assertThat(ProcessIdentity.of(1, Optional.of("localhost"), UNKNOWN))
                .isNotEqualTo(ProcessIdentity.of(1, Optional.of("localhost"), UNKNOWN));
    }

    @Test
    void staysTheSameWhileTheProcessRuns() {
        assertThat(ProcessIdentity.current())
                .isEqualTo(ProcessIdentity.current())
                .contains("@");
    }
}
