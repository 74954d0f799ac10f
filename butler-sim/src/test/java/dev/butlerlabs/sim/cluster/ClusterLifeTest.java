package dev.butlerlabs.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.talos.client.TalosClient;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From machines that are switched on to a cluster that works, and on to machines that are gone. */
@Tag("slow")
class ClusterLifeTest {
    @ParameterizedTest
    @ValueSource(strings = {"v1.12.1", "v1.14.0"})
    void bringsAClusterUpAndLosesMachines(String version) throws Exception {
        try (TalosHost hosts = TalosHost.start(TalosHostOptions.quick(version).installing())) {
            String shared = hosts.freeAddress();
            Rehearsal cluster = new Rehearsal(hosts, "one", version, "https://" + shared + ":6443");
            String first = cluster.bring("cp-1");
            String worker = cluster.bring("worker-1");
            cluster.bring("worker-2");
            assertRefuses(first);
            cluster.bootstrap(first);
            cluster.awaitReady(worker);
            try (KubernetesClient client = cluster.kubernetes(first)) {
                ClusterAwait.until(
                        "three nodes not ready",
                        () -> ClusterAwait.nodes(client),
                        Map.of("cp-1", "False", "worker-1", "False", "worker-2", "False")::equals);
                looksLikeTalos(client, first, version);
                assertRefuses(shared);
                assertThat(HelmJob.run(client, HelmJob.of("cilium", 2, cilium())))
                        .contains("Complete");
                ClusterAwait.until(
                        "three nodes ready",
                        () -> ClusterAwait.nodes(client),
                        Map.of("cp-1", "True", "worker-1", "True", "worker-2", "True")::equals);
                sharesItsAddress(cluster, client, first, shared);

                cluster.stop("worker-1");
                ClusterAwait.until(
                        "worker-1 unknown",
                        () -> ClusterAwait.nodes(client),
                        nodes -> nodes.get("worker-1").equals("Unknown"));
                cluster.boot("worker-1", Optional.empty());
                ClusterAwait.until(
                        "worker-1 ready",
                        () -> ClusterAwait.nodes(client),
                        nodes -> nodes.get("worker-1").equals("True"));
                assertThat(cluster.boot("worker-1", Optional.empty())).isEqualTo(worker);

                cluster.remove("worker-2");
                ClusterAwait.until(
                        "worker-2 unknown",
                        () -> ClusterAwait.nodes(client),
                        nodes -> nodes.get("worker-2").equals("Unknown"));
                client.nodes().withName("worker-2").delete();
                ClusterAwait.until(
                        "the pods of worker-2 deleted",
                        () -> client.pods()
                                .inAnyNamespace()
                                .withField("spec.nodeName", "worker-2")
                                .list()
                                .getItems(),
                        List::isEmpty);
                assertThat(ClusterAwait.nodes(client)).containsOnlyKeys("cp-1", "worker-1");
            }
            cluster.remove("cp-1");
            ClusterAwait.until("no clusters", hosts::clusters, List::isEmpty);
            assertRefuses(first);
        }
    }

    private static String[] cilium() {
        return new String[] {
            "upgrade",
            "--install",
            "cilium",
            "cilium",
            "--repo",
            "https://charts.invalid",
            "--version",
            "1.17.0",
            "--namespace",
            "kube-system",
            "--set",
            "operator.replicas=1",
            "--wait",
            "--timeout",
            "2m"
        };
    }

    private static void looksLikeTalos(KubernetesClient client, String address, String version) {
        Node node = client.nodes().withName("cp-1").get();
        assertThat(node.getStatus().getAddresses())
                .extracting(NodeAddress::getAddress)
                .contains(address, "cp-1");
        assertThat(node.getStatus().getNodeInfo().getOsImage()).isEqualTo("Talos (" + version + ")");
        assertThat(node.getStatus().getNodeInfo().getKubeletVersion()).startsWith("v1.");
        assertThat(node.getMetadata().getLabels()).containsKey("node-role.kubernetes.io/control-plane");
        assertThat(node.getSpec().getProviderID()).isNull();
        assertThat(node.getSpec().getTaints())
                .extracting(Taint::getKey)
                .contains("node-role.kubernetes.io/control-plane", "node.kubernetes.io/not-ready");
        assertThat(node.getStatus().getConditions())
                .filteredOn(condition -> condition.getType().equals("Ready"))
                .singleElement()
                .satisfies(ready -> assertThat(ready.getMessage()).contains("reason:NetworkPluginNotReady"));
    }

    private static void sharesItsAddress(Rehearsal cluster, KubernetesClient client, String first, String shared)
            throws Exception {
        HelmJob.run(
                client,
                HelmJob.of(
                        "kube-vip", 2, "upgrade", "--install", "kube-vip", "kube-vip", "--namespace", "kube-system"));
        try (TalosClient talos = cluster.talos(first);
                KubernetesClient fetched = Rehearsal.connect(talos.kubeconfig())) {
            assertThat(fetched.getMasterUrl().getHost()).isEqualTo(shared);
            ClusterAwait.until("three nodes", () -> ClusterAwait.nodes(fetched), nodes -> nodes.size() == 3);
        }
    }

    private static void assertRefuses(String address) throws InterruptedException {
        ClusterAwait.until("connections refused at " + address, () -> refuses(address), refuses -> refuses);
    }

    private static boolean refuses(String address) {
        try {
            new Socket(address, 6443).close();
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void configuresMachinesByUserDataAndKeepsTwoClustersApart() throws Exception {
        try (TalosHost hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"))) {
            String one = configuredAtBoot(hosts, "one");
            String two = configuredAtBoot(hosts, "two");
            Rehearsal first = new Rehearsal(hosts, "one", "v1.12.1", "https://" + one + ":6443");
            Rehearsal second = new Rehearsal(hosts, "two", "v1.12.1", "https://" + two + ":6443");
            first.bootstrap(one);
            second.bootstrap(two);
            try (KubernetesClient ofFirst = first.kubernetes(one);
                    KubernetesClient ofSecond = second.kubernetes(two);
                    KubernetesClient stranger = first.kubernetes(two)) {
                ClusterAwait.until(
                        "one node in the first cluster", () -> ClusterAwait.nodes(ofFirst), nodes -> nodes.size() == 1);
                ClusterAwait.until(
                        "one node in the second cluster",
                        () -> ClusterAwait.nodes(ofSecond),
                        nodes -> nodes.size() == 1);
                assertThat(hosts.clusters()).extracting(SimulatedCluster::name).containsExactlyInAnyOrder("one", "two");
                assertThatThrownBy(() -> stranger.nodes().list()).isInstanceOf(KubernetesClientException.class);
            }
        }
    }

    /** The endpoint is the machine's own address, which is not known before it is on: a machine may be booted to find out. */
    private static String configuredAtBoot(TalosHost hosts, String name) {
        Rehearsal probe = new Rehearsal(hosts, name, "v1.12.1", "https://" + hosts.freeAddress() + ":6443");
        return probe.boot("cp-1", Optional.of(probe.configuration("cp-1")));
    }

    @Test
    void takesAnotherNetworkForEveryHost() {
        try (TalosHost one = TalosHost.start(TalosHostOptions.quick("v1.12.1"));
                TalosHost two = TalosHost.start(TalosHostOptions.quick("v1.12.1"))) {
            assertThat(one.network()).isNotEqualTo(two.network()).endsWith(".0/24");
            assertThat(one.freeAddress()).isNotEqualTo(one.freeAddress());
            assertThat(one.pool(10)).matches("127\\.\\d+\\.\\d+\\.200-127\\.\\d+\\.\\d+\\.209");
        }
    }

    @Test
    void runsPodsOfTheControlPlane() throws Exception {
        try (TalosHost hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"))) {
            String address = configuredAtBoot(hosts, "one");
            Rehearsal cluster = new Rehearsal(hosts, "one", "v1.12.1", "https://" + address + ":6443");
            cluster.bootstrap(address);
            try (KubernetesClient client = cluster.kubernetes(address)) {
                List<Pod> pods = ClusterAwait.until(
                        "the pods of the control plane running",
                        () -> client.pods()
                                .inNamespace("kube-system")
                                .withLabel("tier", "control-plane")
                                .list()
                                .getItems(),
                        found -> found.size() == 3
                                && found.stream()
                                        .allMatch(pod ->
                                                pod.getStatus().getPhase().equals("Running")));
                assertThat(pods)
                        .extracting(pod -> pod.getMetadata().getName())
                        .contains("kube-apiserver-cp-1", "kube-scheduler-cp-1");
                ClusterAwait.until(
                        "the default service account",
                        () -> client.serviceAccounts()
                                .inNamespace("default")
                                .withName("default")
                                .get(),
                        account -> account != null);
            }
        }
    }
}
