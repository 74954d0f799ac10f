package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.proxmox.ProxmoxSimulator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tenant cluster with the real controllers of Cluster API and its real Proxmox provider, which creates the machines in the simulated Proxmox
 * VE. Runs with {@code -Dbutler.clusterapi=true} if the provider was prepared; see docs/testing.md.
 */
@Tag("process")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RealProxmoxProviderTest {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    @TempDir
    private Path directory;

    private RealClusterApi clusterApi;
    private RealProxmoxProvider provider;
    private ManagementWorld world;

    @Test
    void theRealProviderCreatesAndDeletesTheMachinesThatButlerRenders() throws IOException {
        Assumptions.assumeTrue(Boolean.getBoolean("butler.clusterapi"), "takes minutes; see scripts/test --long");
        Optional<Path> part = PreparedPart.CAPMOX.find();
        Assumptions.assumeTrue(part.isPresent(), "no Proxmox provider of Cluster API; see scripts/testbench-capmox");
        try (RealClusterApi started = RealClusterApi.start(ClusterApiAddons.kubeadmFeatureGates());
                ProxmoxSimulator proxmox = ProxmoxSimulator.start(SimulationOptions.standard());
                RealProxmoxProvider real = RealProxmoxProvider.start(part.get(), directory, started);
                TenantStandIns _ = TenantStandIns.start(
                        started.kubeconfig(),
                        RealApiServer.shared().orElseThrow().target(),
                        ClusterApiAddons.infrastructuresOfControlPlanes(),
                        Set.of("proxmox"));
                ManagementWorld management =
                        ManagementWorld.on(new ManagementWorld.Backend(started.kubeconfig(), () -> {}))) {
            clusterApi = started;
            provider = real;
            world = management;
            List<String> before = names(proxmox);
            configure(proxmox);
            world.tenant(
                    "real-talos",
                    "kubernetesVersion: v1.31.4, providerConfigRef: {name: proxmox}, workers: {replicas: 1, machineTemplate: {os: {type: talos}}}",
                    Map.of("butler.butlerlabs.dev/node-addresses", "192.0.2.10-192.0.2.30"));

            awaitWorkers(1);
            assertThat(running(proxmox, before)).hasSize(1);
            scale(3);
            assertThat(running(proxmox, before)).hasSize(3);
            scale(1);
            await("deletion of machines", () -> running(proxmox, before).size() == 1);
            world.named("real-talos").delete();
            await("deletion of the cluster", () -> world.named("real-talos").get() == null);
            assertThat(names(proxmox)).isEqualTo(before);
            System.out.println("The real Proxmox provider created 3 machines and deleted them; 0 left.");
        }
    }

    private void configure(ProxmoxSimulator proxmox) {
        Map<String, Object> settings = proxmox.settings();
        world.provider(
                "proxmox",
                "provider: proxmox, proxmox: {endpoint: \"%s\", nodes: %s, storage: %s, templateID: %s, vmidRange: {start: 2000, end: 8999}}, network: {subnet: 192.0.2.0/24, gateway: 192.0.2.1, dnsServers: [192.0.2.2]}"
                        .formatted(
                                settings.get("endpoint"),
                                settings.get("nodes"),
                                settings.get("storage"),
                                settings.get("templateID")),
                proxmox.credentials());
    }

    private void scale(int replicas) {
        world.merge("real-talos", "{\"spec\":{\"workers\":{\"replicas\":%d}}}".formatted(replicas));
        awaitWorkers(replicas);
    }

    private void awaitWorkers(int replicas) {
        await(
                "%d workers".formatted(replicas),
                () -> Optional.of(world.named("real-talos").get())
                        .map(TenantCluster::getStatus)
                        .filter(status -> status.phase() == Phase.READY && status.workerNodesReady() == replicas)
                        .isPresent());
    }

    private void await(String what, java.util.function.BooleanSupplier goal) {
        try {
            TestAwait.upTo(LIMIT, what).pollInterval(Duration.ofMillis(500)).until(() -> {
                clusterApi.requireAlive();
                provider.requireAlive();
                provider.grantAddresses();
                return goal.getAsBoolean();
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(what + ":\n" + state() + "\n" + provider.lastWords(), e);
        }
    }

    /** Returns what the objects of the cluster report. */
    private String state() {
        TenantCluster cluster = world.named("real-talos").get();
        StringBuilder text = new StringBuilder(String.valueOf(cluster.getStatus()));
        for (SimulatedResourceType type : List.of(
                TestedInfrastructure.CLUSTER,
                TestedInfrastructure.MACHINE,
                SimulatedResourceType.of("infrastructure.cluster.x-k8s.io/v1alpha1", "ProxmoxCluster"),
                SimulatedResourceType.of("infrastructure.cluster.x-k8s.io/v1alpha1", "ProxmoxMachine"))) {
            world.parts(type.apiVersion(), type.kind(), cluster.getStatus().tenantNamespace())
                    .forEach(object -> text.append("\n%s: %s".formatted(type.kind(), object.<Object>get("status"))));
        }
        return text.toString();
    }

    private static List<String> names(ProxmoxSimulator proxmox) {
        return proxmox.machines().stream().map(SimulatedMachine::name).sorted().toList();
    }

    private static List<String> running(ProxmoxSimulator proxmox, List<String> before) {
        return names(proxmox).stream().filter(name -> !before.contains(name)).toList();
    }
}
