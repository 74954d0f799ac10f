package dev.butlerlabs.operator;

import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.reconcile.shard.ShardElector;
import dev.butlerlabs.core.reconcile.shard.ShardOptions;
import dev.butlerlabs.core.tenant.TenantOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the reconcilers of TenantClusters and TenantAddons for the namespaces whose shards this process holds. Their informers run from the start, so that a shard
 * is taken over without listing objects.
 */
final class ShardedControllers implements AutoCloseable {
    private final KubernetesClient client;
    private final ShardElector elector;
    private final ReconcilerHost host;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private ShardedControllers(KubernetesClient client, ShardElector elector, ReconcilerHost host) {
        this.client = client;
        this.elector = elector;
        this.host = host;
    }

    /**
     * Starts the reconcilers, and then to acquire shards.
     *
     * @param unfenced stays open; the reconcilers write only while they hold the Leases of their shards
     * @param poll the interval at which running Jobs of addons are checked
     * @param options the settings of the host, without leader election
     */
    static ShardedControllers start(
            KubernetesClient unfenced,
            ShardOptions shards,
            Duration poll,
            ReconcileMetrics metrics,
            ReconcilerHostOptions options) {
        ShardElector elector = new ShardElector(unfenced, shards, InstantSource.system());
        KubernetesClient client = KubeConnector.fenced(unfenced, elector::mayWrite);
        try {
            List<ReconcilerDefinition<?, ?, ?>> reconcilers = reconcilers(client, poll).stream()
                    .<ReconcilerDefinition<?, ?, ?>>map(one -> new MeteredReconciler<>(one, metrics))
                    .toList();
            ReconcilerHost host = ReconcilerHost.start(
                    client,
                    reconcilers,
                    options.withNamespaceFilter(elector.filter()).withMetrics(() -> metrics.forNextStart(reconcilers)));
            metrics.measureShards(elector::held);
            elector.start();
            return new ShardedControllers(client, elector, host);
        } catch (RuntimeException e) {
            elector.close();
            client.close();
            throw e;
        }
    }

    /** Returns the reconcilers that can run in several processes, each for other namespaces. */
    static List<ReconcilerDefinition<?, ?, ?>> reconcilers(KubernetesClient client, Duration poll) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>(
                TenantReconcilers.ofClusters(client, TenantOptions.standard(), LoadBalancerOptions.standard()));
        all.add(new TenantAddonReconciler(client, poll));
        return all;
    }

    List<String> unsynced() {
        return host.unsynced();
    }

    SortedMap<String, Long> undecodable() {
        return host.undecodable();
    }

    /** Stops the reconciliations and releases the shards. Informers that are shared with other hosts continue. */
    void stop() {
        if (stopped.compareAndSet(false, true)) {
            elector.close();
            host.close();
        }
    }

    @Override
    public void close() {
        stop();
        client.close();
    }
}
