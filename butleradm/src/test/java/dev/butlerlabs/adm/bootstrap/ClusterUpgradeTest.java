package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.rollout.LiveUpgradeGateway;
import dev.butlerlabs.core.rollout.PlatformUpgrade;
import dev.butlerlabs.core.rollout.UpgradeGateway;
import dev.butlerlabs.core.rollout.UpgradeNode;
import dev.butlerlabs.core.rollout.UpgradeRun;
import dev.butlerlabs.core.rollout.UpgradeTimeouts;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Upgrades a simulated cluster while clients use its API. With {@code -Dbutler.upgrade.all=true}, from the oldest supported versions to the
 * newest.
 */
@Tag("slow")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ClusterUpgradeTest {
    private static final boolean ALL = Boolean.getBoolean("butler.upgrade.all");
    private static final UpgradeTimeouts TIMEOUTS =
            new UpgradeTimeouts(Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofMillis(100));

    @TempDir
    private Path folder;

    @Test
    void upgradesWithoutAnInterruptionOfTheApi() throws Exception {
        try (BootstrappedCluster cluster =
                BootstrappedCluster.create(folder, 3, ALL ? 2 : 1, ALL ? "v1.8.3" : "v1.12.7")) {
            if (ALL) {
                upgrade(cluster, "v1.8.3", "v1.30.2", "v1.14.1", "v1.37.2");
            } else {
                upgrade(cluster, "v1.12.7", "v1.35.4", "v1.13.9", "v1.36.6");
            }
        }
    }

    /** The process ends right before and right after each change. */
    @Test
    void resumesAfterAnInterruptionAtEachChange() throws Exception {
        LongSuite.assumeEnabled();
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 3, 1, "v1.12.7");
                KubernetesClient client = cluster.connect()) {
            InterruptingGateway gateway = new InterruptingGateway(gateway(cluster, client));
            AvailabilityRecorder availability = cluster.availability();
            availability.startOver();
            int runs = 1;
            while (!isComplete(gateway)) {
                runs++;
            }
            System.out.printf(
                    "%d changes, %d interruptions, %d runs, lowest margin of etcd %d%n",
                    gateway.changes(),
                    gateway.interruptions(),
                    runs,
                    availability.report().lowestMargin());
            assertVersions(gateway, "v1.13.9", "v1.36.6");
            assertRecorded(client, "v1.13.9", "v1.36.6");
            assertThat(gateway.observe().nodes())
                    .allMatch(node -> node.attempt().isEmpty());
            assertThat(gateway.interruptions()).isEqualTo(2 * gateway.changes());
            assertThat(availability.report().lowestMargin()).isNotNegative();
            assertThat(availability.report().quorumLosses()).isZero();
            assertThat(availability.report().apiOutages()).isZero();
        }
    }

    private static boolean isComplete(InterruptingGateway gateway) {
        try {
            run(gateway, "v1.13.9", "v1.36.6").upgradeNodes();
            return true;
        } catch (InterruptingGateway.InterruptedRunException _) {
            return false;
        }
    }

    private static void upgrade(
            BootstrappedCluster cluster, String talos, String kubernetes, String nextTalos, String nextKubernetes)
            throws InterruptedException {
        try (KubernetesClient client = cluster.connect()) {
            UpgradeGateway gateway = gateway(cluster, client);
            setKubernetes(gateway, version(kubernetes));
            assertVersions(gateway, talos, kubernetes);
            String coreDns = coreDnsImage(client);
            AvailabilityRecorder availability = cluster.availability();
            availability.startOver();
            long start = System.nanoTime();
            int changes;
            ApiProbe.Report probes;
            try (ApiProbe probe = ApiProbe.start(cluster)) {
                changes = run(gateway, nextTalos, nextKubernetes).upgradeNodes();
                probes = probe.stop();
            }
            System.out.printf(
                    "Talos %s to %s, Kubernetes %s to %s: %d changes in %d s, %s, lowest margin of etcd %d, %d quorum losses%n",
                    talos,
                    nextTalos,
                    kubernetes,
                    nextKubernetes,
                    changes,
                    Duration.ofNanos(System.nanoTime() - start).toSeconds(),
                    probes,
                    availability.report().lowestMargin(),
                    availability.report().quorumLosses());
            assertVersions(gateway, nextTalos, nextKubernetes);
            assertRecorded(client, nextTalos, nextKubernetes);
            assertThat(coreDnsImage(client)).isNotEqualTo(coreDns).startsWith("registry.k8s.io/coredns/coredns:v1.14.");
            assertThat(probes.failures()).isEmpty();
            assertThat(probes.requests()).isGreaterThan(changes);
            assertThat(availability.report().lowestMargin()).isNotNegative();
            assertThat(availability.report().quorumLosses()).isZero();
            assertThat(availability.report().apiOutages()).isZero();
        }
    }

    private static String coreDnsImage(KubernetesClient client) {
        return client.apps()
                .deployments()
                .inNamespace("kube-system")
                .withName("coredns")
                .require()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    private static LiveUpgradeGateway gateway(BootstrappedCluster cluster, KubernetesClient client) {
        return new LiveUpgradeGateway(
                client,
                cluster.machines(),
                new PlatformUpgrade(client, ProviderRegistry.load(), PlatformAddons.shipped()),
                _ -> {});
    }

    /** Gives the new cluster an older version than the default of its Talos version. */
    private static void setKubernetes(UpgradeGateway gateway, ReleaseVersion version) {
        for (UpgradeNode node : gateway.observe().nodes()) {
            for (KubernetesComponent component : KubernetesComponent.values()) {
                if (node.machine().orElseThrow().configured().containsKey(component)) {
                    gateway.setComponent(node.name(), component, version);
                }
            }
        }
        TestAwait.upTo(Duration.ofMinutes(2), "the components with version " + version)
                .until(() -> gateway.observe().nodes().stream()
                        .allMatch(node -> node.notReady().isEmpty()
                                && node.kubelet().equals(version)
                                && node.pods().values().stream()
                                        .allMatch(pod ->
                                                pod.isReady() && pod.version().equals(version))
                                && node.pods().size() == (node.isControlPlane() ? 3 : 0)));
    }

    private static UpgradeRun run(UpgradeGateway gateway, String talos, String kubernetes) {
        return new UpgradeRun(
                gateway,
                VersionList.current(),
                new UpgradeTarget(Optional.of(version(talos)), Optional.of(version(kubernetes))),
                TIMEOUTS,
                new ProgressReporter(Progress.unseen(), Clock.systemUTC()),
                Clock.systemUTC(),
                Sleeper.SYSTEM,
                () -> {});
    }

    private static ReleaseVersion version(String text) {
        return ReleaseVersion.find(text).orElseThrow();
    }

    private static void assertVersions(UpgradeGateway gateway, String talos, String kubernetes) {
        assertThat(gateway.observe().lowestTalos()).contains(version(talos));
        assertThat(gateway.observe().lowestKubernetes()).contains(version(kubernetes));
    }

    private static void assertRecorded(KubernetesClient client, String talos, String kubernetes) {
        ClusterBootstrap bootstrap = client.resources(ClusterBootstrap.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .getFirst();
        assertThat(bootstrap.getSpec().talos().version()).isEqualTo(talos);
        assertThat(bootstrap.getMetadata().getAnnotations()).containsEntry(Annotations.KUBERNETES_VERSION, kubernetes);
    }
}
