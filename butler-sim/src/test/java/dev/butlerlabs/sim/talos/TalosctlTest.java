package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.talos.config.Installation;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real talosctl as a client of a simulated machine: a second opinion on the simulator besides our own client's. */
@Tag("process")
class TalosctlTest extends TalosctlCases {
    private static final String INSTALLER = "registry.example.com/installer:v1.9.0";

    @Test
    void bringsASimulatedMachineFromMaintenanceToASnapshot() throws IOException, InterruptedException {
        SimulatedNode node =
                network.start(SimulatedNodeOptions.of("cp-1", "v1.9.0").at(address()));
        String host = node.address().getAddress().getHostAddress();
        Files.writeString(home.resolve("controlplane.yaml"), CLUSTER.configuration(MachineType.CONTROL_PLANE, "v1.9"));
        Files.writeString(home.resolve("talosconfig"), CLUSTER.talosconfig(List.of(host)));

        succeed("apply-config", "--insecure", "--nodes", host, "--file", "controlplane.yaml");
        try (TalosClient client = CLUSTER.secured(node)) {
            new NodeOperations(MachineWaiter.real(sentence -> {}))
                    .awaitArrival(client, TalosRetryPolicy.ARRIVAL.within(Duration.ofSeconds(60)));
        }

        assertThat(succeed("version", "--talosconfig", "talosconfig", "--nodes", host))
                .contains("v1.9.0");
        succeed("bootstrap", "--talosconfig", "talosconfig", "--nodes", host);
        TalosctlProgram.Run again = talosctl.run("bootstrap", "--talosconfig", "talosconfig", "--nodes", host);
        assertThat(again.text()).contains("etcd data directory is not empty");
        assertThat(again.exitCode()).isNotZero();
        assertThat(node.bootstraps()).isEqualTo(1);

        succeed("kubeconfig", "--talosconfig", "talosconfig", "--nodes", host, "--merge=false", "kubeconfig");
        assertThat(Config.fromKubeconfig(Files.readString(home.resolve("kubeconfig")))
                        .getMasterUrl())
                .startsWith("https://127.0.0.1:6443");
        assertThat(succeed("health", "--talosconfig", "talosconfig", "--nodes", host, "--wait-timeout", "30s"))
                .contains("waiting for etcd to be healthy: OK");
        assertThat(succeed("services", "--talosconfig", "talosconfig", "--nodes", host))
                .contains("etcd", "Running");
        assertThat(succeed("etcd", "members", "--talosconfig", "talosconfig", "--nodes", host))
                .contains("cp-1", "https://" + host + ":2380");
        assertThat(succeed("etcd", "snapshot", "--talosconfig", "talosconfig", "--nodes", host, "etcd.db"))
                .contains("snapshot info");
        // Whole pages, and the checksum.
        assertThat(Files.size(home.resolve("etcd.db")) % 4096).isEqualTo(32);
    }

    /** The talosconfig that a bootstrap writes names one endpoint or more, and all control planes as nodes. */
    @Test
    void reachesOtherNodesThroughOneEndpoint() throws IOException, InterruptedException {
        InetSocketAddress first = address();
        SimulatedNode endpoint = network.start(
                SimulatedNodeOptions.of("cp-1", "v1.9.0").at(first).preinstalled());
        SimulatedNode other = network.start(
                SimulatedNodeOptions.of("cp-2", "v1.9.0").at(address()).preinstalled());
        SimulatedNode worker = network.start(
                SimulatedNodeOptions.of("worker-1", "v1.9.0").at(address()).preinstalled());
        configure(endpoint, MachineType.CONTROL_PLANE);
        configure(other, MachineType.CONTROL_PLANE);
        configure(worker, MachineType.WORKER);
        Files.writeString(home.resolve("talosconfig"), CLUSTER.talosconfig(List.of(host(endpoint))));
        succeed("bootstrap", "--talosconfig", "talosconfig", "--nodes", host(other));
        awaitReady(endpoint);
        awaitReady(worker);

        String controlPlanes = host(endpoint) + "," + host(other);
        assertThat(succeed("version", "--talosconfig", "talosconfig", "--nodes", controlPlanes))
                .contains("NODE:        " + host(endpoint), "NODE:        " + host(other));
        assertThat(succeed("etcd", "members", "--talosconfig", "talosconfig", "--nodes", controlPlanes))
                .contains("cp-1", "cp-2");
        assertThat(succeed("logs", "kubelet", "--talosconfig", "talosconfig", "--nodes", controlPlanes))
                .contains(host(endpoint) + ": kubelet: ready", host(other) + ": kubelet: ready");
        TalosctlProgram.Run refused =
                talosctl.run("etcd", "members", "--talosconfig", "talosconfig", "--nodes", host(worker));
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.text()).contains("member list is only available on control plane nodes");
    }

    @ParameterizedTest
    @EnumSource(MachineType.class)
    void takesOurConfigurationsAndMakesTheSameOfOurSecrets(MachineType type) throws IOException, InterruptedException {
        String file = type.word() + ".yaml";
        Installation installation = new Installation(Optional.of("/dev/sda"), Optional.of(INSTALLER), List.of());
        Files.writeString(home.resolve("ours.yaml"), CLUSTER.configuration(type, "v1.9", installation));
        Files.writeString(home.resolve("secrets.yaml"), CLUSTER.secrets().yaml());

        succeed("validate", "--mode", "metal", "--config", "ours.yaml");
        succeed(
                "gen",
                "config",
                "sample",
                "https://127.0.0.1:6443",
                "--with-secrets=secrets.yaml",
                "--with-docs=false",
                "--with-examples=false",
                "--install-disk=/dev/sda",
                "--install-image=" + INSTALLER,
                "--talos-version=v1.9",
                "--kubernetes-version=" + CLUSTER.kubernetes("v1.9"),
                "--output-types=" + type.word(),
                "--output=" + file);

        assertThat(documents("ours.yaml")).isEqualTo(documents(file));
    }

    private List<Object> documents(String file) throws IOException {
        return List.copyOf(YamlReader.documents(file, Files.readString(home.resolve(file))));
    }

    @Test
    void isNotBelievedInMaintenance() throws IOException, InterruptedException {
        SimulatedNode node =
                network.start(SimulatedNodeOptions.of("cp-1", "v1.9.0").at(address()));
        String host = node.address().getAddress().getHostAddress();
        Files.writeString(home.resolve("talosconfig"), CLUSTER.talosconfig(List.of(host)));
        // In maintenance the machine shows a certificate that no cluster has signed.
        TalosctlProgram.Run run = talosctl.run("version", "--talosconfig", "talosconfig", "--nodes", host);
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.text()).contains("certificate signed by unknown authority");
    }
}
