package dev.butlerlabs.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster of three keeps its quorum and its API while its machines are upgraded one by one, and loses both with two of them. */
@Tag("slow")
class RollingUpgradeTest {
    private static final String INSTALLER = "ghcr.io/siderolabs/installer:v1.13.9";

    @Test
    void servesTheApiThroughoutAndStopsWithoutAQuorum() throws Exception {
        try (TalosHost hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"))) {
            Rehearsal cluster = new Rehearsal(hosts, "one", "v1.12.1", "https://" + hosts.freeAddress() + ":6443");
            List<String> addresses = new ArrayList<>();
            for (String machine : List.of("cp-1", "cp-2", "cp-3")) {
                addresses.add(cluster.bring(machine));
            }
            cluster.bootstrap(addresses.getFirst());
            addresses.forEach(cluster::awaitReady);
            AvailabilityRecorder availability = hosts.availability("one");
            availability.startOver();

            NodeOperations operations = new NodeOperations(MachineWaiter.real(sentence -> {}));
            for (String address : addresses) {
                try (TalosClient client = cluster.talos(address)) {
                    assertThat(operations
                                    .upgrade(client, INSTALLER, Rehearsal.quick(TalosRetryPolicy.REBOOT))
                                    .tag())
                            .isEqualTo("v1.13.9");
                }
            }
            AvailabilityRecorder.Report report = availability.report();
            assertThat(report.lowestMargin()).as("%s", report.changes()).isZero();
            assertThat(report.quorumLosses()).isZero();
            assertThat(report.apiOutages()).isZero();
            try (KubernetesClient client = cluster.kubernetes(addresses.getFirst())) {
                ClusterAwait.until(
                        "the new version of all nodes",
                        () -> client.nodes().list().getItems().stream()
                                .filter(node -> node.getStatus()
                                        .getNodeInfo()
                                        .getOsImage()
                                        .contains("v1.13.9"))
                                .count(),
                        count -> count == 3);
                cluster.stop("cp-2");
                assertThat(client.nodes().list().getItems()).hasSize(3);
                cluster.stop("cp-3");
                assertThat(availability.report().apiOutages()).isEqualTo(1);
                ClusterAwait.until("no API without a quorum", () -> answers(client), answers -> !answers);
            }
        }
    }

    private static boolean answers(KubernetesClient client) {
        try {
            client.nodes().list();
            return true;
        } catch (KubernetesClientException e) {
            return false;
        }
    }
}
