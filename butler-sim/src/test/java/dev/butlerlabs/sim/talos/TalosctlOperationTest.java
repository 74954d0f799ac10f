package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real talosctl operates a running cluster of simulated machines through one endpoint. */
@Tag("process")
class TalosctlOperationTest extends TalosctlCases {
    private SimulatedNode one;
    private SimulatedNode two;
    private SimulatedNode three;

    private String operate(SimulatedNode node, String... command) throws IOException, InterruptedException {
        return succeed(arguments(node, command));
    }

    private static String[] arguments(SimulatedNode node, String... command) {
        return Stream.concat(Arrays.stream(command), Stream.of("--talosconfig", "talosconfig", "--nodes", host(node)))
                .toArray(String[]::new);
    }

    @BeforeEach
    void formsACluster() throws IOException, InterruptedException {
        one = start("cp-1");
        two = start("cp-2");
        three = start("cp-3");
        Files.writeString(home.resolve("talosconfig"), CLUSTER.talosconfig(List.of(host(one))));
        operate(one, "bootstrap");
        awaitReady(two);
        awaitReady(three);
    }

    private SimulatedNode start(String name) throws IOException, InterruptedException {
        SimulatedNode node = network.start(
                SimulatedNodeOptions.of(name, "v1.9.0").at(address()).preinstalled());
        configure(node, MachineType.CONTROL_PLANE);
        return node;
    }

    @Test
    void readsMembersAndConfigurations() throws IOException, InterruptedException {
        assertThat(operate(two, "get", "members")).contains("cp-1", "cp-2", "cp-3", "controlplane", host(three));
        assertThat(operate(two, "get", "machineconfig", "-o", "yaml")).contains("type: controlplane");
        assertThat(operate(two, "get", "apiserverconfigs", "-o", "yaml")).contains("kube-apiserver:v1.32");
        assertThat(operate(two, "version")).contains("v1.9.0");
    }

    @Test
    void replacesAMemberOfEtcd() throws IOException, InterruptedException {
        assertThat(operate(one, "etcd", "status")).contains("MEMBER", "LEADER", "false");
        assertThat(operate(one, "etcd", "alarm", "list")).doesNotContain("NOSPACE");
        operate(one, "etcd", "forfeit-leadership");
        three.powerOff();
        String members = operate(two, "etcd", "members");
        String id = members.lines()
                .filter(line -> line.contains("cp-3"))
                .map(line -> line.strip().split("\\s+", -1)[1])
                .findFirst()
                .orElseThrow();
        operate(two, "etcd", "remove-member", id);
        assertThat(operate(two, "etcd", "members")).contains("cp-2").doesNotContain("cp-3");
    }

    @Test
    void upgradesAMachineAndRollsItBack() throws IOException, InterruptedException {
        String schematic = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
        assertThat(operate(
                        three,
                        "upgrade",
                        "--image",
                        "factory.talos.dev/metal-installer/" + schematic + ":v1.10.9",
                        "--timeout",
                        "60s"))
                .doesNotContain("error");
        awaitReady(three);
        assertThat(operate(three, "version")).contains("v1.10.9");
        assertThat(operate(three, "get", "extensions")).contains("schematic", schematic);
        operate(three, "rollback");
        TestAwait.upTo(Duration.ofSeconds(30), "the previous version").until(three::version, "v1.9.0"::equals);
        awaitReady(three);
        TalosctlProgram.Run refused = talosctl.run(
                arguments(three, "upgrade", "--image", "factory.talos.dev/metal-installer/nothing", "--wait=false"));
        assertThat(refused.text()).contains("error validating installer image");
    }
}
