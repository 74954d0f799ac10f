package dev.butlerlabs.core.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.ContainerStatus;
import dev.butlerlabs.core.docker.DockerEngineInfo;
import dev.butlerlabs.core.docker.DockerVersion;
import dev.butlerlabs.core.docker.PublishedPort;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortAccessPolicyTest {
    private static ContainerState container(List<PublishedPort> ports) {
        return new ContainerState(
                "id",
                "cp-0",
                Map.of(),
                ContainerStatus.RUNNING,
                Optional.of("net"),
                Optional.of("10.5.0.20"),
                Optional.empty(),
                ports,
                Set.of(),
                "");
    }

    private static final ContainerState PUBLISHED = container(
            List.of(new PublishedPort("127.0.0.1", 20_002, 50_000), new PublishedPort("127.0.0.1", 20_001, 6443)));

    @ParameterizedTest
    @CsvSource({
        "AUTO, true, false, possible",
        "AUTO, true, true, required",
        "AUTO, false, false, none",
        "DIRECT, true, true, none",
        "PORTS, true, false, required",
        "PORTS, false, false, required"
    })
    void dependsOnTheEngineAndTheSetting(
            MachineAccess access, boolean onThisMachine, boolean inVirtualMachine, String expected) {
        String found = new PortAccessPolicy(access, onThisMachine, inVirtualMachine)
                .of(PUBLISHED)
                .map(ports -> ports.required() ? "required" : "possible")
                .orElse("none");
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void listsThePublishedPorts() {
        assertThat(new PortAccessPolicy(MachineAccess.AUTO, true, false).of(PUBLISHED))
                .contains(new MachinePortAccess(
                        false,
                        List.of(
                                new MachinePortAccess.Published(6443, "127.0.0.1", 20_001),
                                new MachinePortAccess.Published(50_000, "127.0.0.1", 20_002))));
    }

    /** A container of an earlier version. */
    @Test
    void isEmptyWithoutPublishedPorts() {
        assertThat(new PortAccessPolicy(MachineAccess.PORTS, true, true).of(container(List.of())))
                .isEmpty();
    }

    /** Podman 4.3.1 creates volumes without the labels of the request. */
    @ParameterizedTest
    @CsvSource({"false, 1.41, Passed", "false, 1.40, Failed", "true, 1.41, Failed"})
    void needsADockerEngine(boolean isPodman, String api, String expected) {
        DockerEngineInfo facts = new DockerEngineInfo("2", "overlay", "", List.of(), 4, 8L << 30, "debian", isPodman);
        Result result = LocalPreflight.engine(new DockerVersion("4.3.1", api), facts, "unix:///podman.sock");
        assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, true, false, Passed",
        "AUTO, true, true, Passed",
        "AUTO, false, false, Doubtful",
        "DIRECT, true, false, Passed",
        "DIRECT, true, true, Failed",
        "DIRECT, false, false, Doubtful",
        "PORTS, true, true, Passed",
        "PORTS, false, false, Failed"
    })
    void isCheckedBeforeAnythingIsCreated(
            MachineAccess access, boolean onThisMachine, boolean inVirtualMachine, String expected) {
        Result result = LocalPreflight.reachability(
                new PortAccessPolicy(access, onThisMachine, inVirtualMachine), "tcp://10.0.0.5:2375");
        assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
    }
}
