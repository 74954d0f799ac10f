package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.sim.tenant.ManagementWorld;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Awaits that so many tenant clusters are as wanted, by one watch. */
final class Arrival implements AutoCloseable, ResourceEventHandler<TenantCluster> {
    private static final long LIMIT_MINUTES = 10;

    private final Predicate<TenantCluster> wanted;
    private final boolean gone;
    private final Set<String> arrived = ConcurrentHashMap.newKeySet();
    private final CountDownLatch missing;
    private final SharedIndexInformer<TenantCluster> informer;

    Arrival(ManagementWorld world, int tenants, Predicate<TenantCluster> wanted) {
        this(world, tenants, wanted, false);
    }

    static Arrival gone(ManagementWorld world, int tenants) {
        return new Arrival(world, tenants, cluster -> false, true);
    }

    private Arrival(ManagementWorld world, int tenants, Predicate<TenantCluster> wanted, boolean gone) {
        this.wanted = wanted;
        this.gone = gone;
        this.missing = new CountDownLatch(tenants);
        this.informer = world.client()
                .resources(TenantCluster.class)
                .inNamespace(ManagementWorld.HOME)
                .inform(this);
    }

    void await() throws InterruptedException {
        if (!missing.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            throw new IllegalStateException(missing.getCount() + " tenant clusters are missing after ten minutes");
        }
    }

    private void arrived(TenantCluster cluster) {
        if (arrived.add(cluster.getMetadata().getName())) {
            missing.countDown();
        }
    }

    @Override
    public void onAdd(TenantCluster cluster) {
        onUpdate(cluster, cluster);
    }

    @Override
    public void onUpdate(TenantCluster before, TenantCluster cluster) {
        if (wanted.test(cluster)) {
            arrived(cluster);
        }
    }

    @Override
    public void onDelete(TenantCluster cluster, boolean unknown) {
        if (gone) {
            arrived(cluster);
        }
    }

    @Override
    public void close() {
        informer.close();
    }
}
