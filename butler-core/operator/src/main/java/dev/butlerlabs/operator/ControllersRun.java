package dev.butlerlabs.operator;

import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.tenant.TenantOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Runs all reconcilers and the health server. */
public final class ControllersRun implements AutoCloseable {
    private static final String LEASE = "butler-controllers";
    private static final Duration ADDON_POLL = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final MachineReconcilers machines;
    private final ReconcilerHost host;
    private final HealthServer health;

    private ControllersRun(
            KubernetesClient client, MachineReconcilers machines, ReconcilerHost host, HealthServer health) {
        this.client = client;
        this.machines = machines;
        this.host = host;
        this.health = health;
    }

    /** Starts the controllers. They own the client and close it. */
    public static ControllersRun start(KubernetesClient unfenced, ListenAddress address, boolean leaderElect) {
        AtomicReference<ReconcilerHost> started = new AtomicReference<>();
        KubernetesClient client = leaderElect ? fenced(unfenced, started) : unfenced;
        MachineReconcilers machines = new MachineReconcilers(
                client, ProviderRegistry.load(), MachineOptions.standard(), InstantSource.system());
        ReconcileMetrics metrics = new ReconcileMetrics();
        try {
            ReconcilerHost host = ReconcilerHost.start(
                    client, all(client, machines, metrics), options(leaderElect).withMetrics(metrics::forNextStart));
            started.set(host);
            try {
                return new ControllersRun(client, machines, host, health(address, metrics, host));
            } catch (RuntimeException e) {
                host.close();
                throw e;
            }
        } catch (RuntimeException e) {
            machines.close();
            client.close();
            throw e;
        }
    }

    private static HealthServer health(ListenAddress address, ReconcileMetrics metrics, ReconcilerHost host) {
        return HealthServer.start(address, () -> metrics.text(host.isLeading(), host.undecodable()), host::unsynced);
    }

    /** Wraps the client so that a suspended leader starts no write after its lease has expired. */
    private static KubernetesClient fenced(KubernetesClient client, AtomicReference<ReconcilerHost> started) {
        KubernetesClient fenced = KubeConnector.fenced(
                client,
                () -> Optional.ofNullable(started.get())
                        .map(ReconcilerHost::isLeading)
                        .orElse(true));
        client.close();
        return fenced;
    }

    private static List<ReconcilerDefinition<?, ?, ?>> all(
            KubernetesClient client, MachineReconcilers machines, ReconcileMetrics metrics) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>();
        machines.all().forEach(one -> all.add(new MeteredReconciler<>(one, metrics)));
        TenantReconcilers.all(client, TenantOptions.standard(), IpamOptions.standard(), LoadBalancerOptions.standard())
                .forEach(one -> all.add(new MeteredReconciler<>(one, metrics)));
        all.add(new MeteredReconciler<>(new ManagementAddonReconciler(client, ADDON_POLL), metrics));
        all.add(new MeteredReconciler<>(new TenantAddonReconciler(client, ADDON_POLL), metrics));
        return all;
    }

    private static ReconcilerHostOptions options(boolean leaderElect) {
        ReconcilerHostOptions options = ReconcilerHostOptions.standard().withSelector("!" + Labels.ENGINE_OF);
        return leaderElect
                ? options.withLeaderElection(new LeaderElection(Namespaces.SYSTEM, LEASE, ProcessIdentity.current()))
                : options;
    }

    /** Returns the URL of the health server, with the port that is in use. */
    public String healthAddress() {
        return health.address();
    }

    @Override
    public void close() {
        health.close();
        host.close();
        machines.close();
        client.close();
    }
}
