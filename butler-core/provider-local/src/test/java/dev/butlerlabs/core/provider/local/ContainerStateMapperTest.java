package dev.butlerlabs.core.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.ContainerStatus;
import dev.butlerlabs.core.provider.MachineState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerStateMapperTest {
    private static MachineState state(ContainerStatus status, Optional<String> address, String error) {
        return ContainerStateMapper.of(
                new ContainerState(
                        "id",
                        "cp-0",
                        Map.of(),
                        status,
                        Optional.of("net"),
                        address,
                        Optional.of("02:42"),
                        List.of(),
                        Set.of(),
                        error),
                Optional.empty());
    }

    @Test
    void isRunningWithAnAddress() {
        assertThat(state(ContainerStatus.RUNNING, Optional.of("10.5.0.20"), ""))
                .isEqualTo(
                        new MachineState.Running("id", List.of("10.5.0.20"), Optional.of("02:42"), Optional.empty()));
    }

    @Test
    void isStartingWithoutAnAddress() {
        assertThat(state(ContainerStatus.RUNNING, Optional.empty(), ""))
                .isEqualTo(new MachineState.Starting("id", "the container has no address yet"));
    }

    @Test
    void isRequestedAgainIfItWasNeverStarted() {
        assertThat(state(ContainerStatus.CREATED, Optional.empty(), "Address already in use"))
                .isEqualTo(new MachineState.Starting("", "the container could not be started: Address already in use"));
    }

    @ParameterizedTest
    @CsvSource({"PAUSED,VMPaused", "EXITED,VMStopped", "DEAD,VMFailed"})
    void isBrokenIfItDoesNotRunAgainByItself(ContainerStatus status, String reason) {
        assertThat(state(status, Optional.empty(), "")).isInstanceOfSatisfying(MachineState.Broken.class, broken -> {
            assertThat(broken.reason()).isEqualTo(reason);
            assertThat(broken.message()).contains("cp-0", "docker ");
        });
    }

    @Test
    void isLeavingWhileItIsRemoved() {
        assertThat(state(ContainerStatus.REMOVING, Optional.empty(), "")).isEqualTo(new MachineState.Leaving("id"));
    }
}
