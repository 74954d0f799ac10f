package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.LeaseObserver;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that no process holds a shard. A leader that reconciles all namespaces waits for this after it has acquired its Lease without a number of shards: from
 * then on no process acquires a shard, and those that hold one release it. For use by one thread.
 */
public final class ShardReleaseCheck implements BooleanSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(ShardReleaseCheck.class);

    private final ShardLeaseReader leases;
    private final ShardLeaseNames names;
    private final LeaseObserver observer;

    public ShardReleaseCheck(KubernetesClient client, LeaderElection election) {
        this(client, election, System::nanoTime);
    }

    ShardReleaseCheck(KubernetesClient client, LeaderElection election, LongSupplier nanoTime) {
        this.leases = new ShardLeaseReader(client, election);
        this.names = new ShardLeaseNames(election.leaseName());
        this.observer = new LeaseObserver(election.leaseDuration(), nanoTime);
    }

    /** @throws dev.butlerlabs.core.error.ButlerException if the Leases cannot be listed */
    @Override
    public boolean getAsBoolean() {
        List<Lease> shards = KubeErrorMapper.translating("listing Leases", leases::read).stream()
                .filter(lease -> names.parse(ShardLeaseReader.name(lease)).isPresent())
                .toList();
        observer.observe(shards);
        Optional<Lease> held = shards.stream()
                .filter(lease -> observer.holder(lease).isPresent())
                .findFirst();
        held.ifPresent(lease -> LOG.info(
                "Waiting for Lease {}, which {} holds",
                ShardLeaseReader.name(lease),
                observer.holder(lease).orElse("")));
        return held.isEmpty();
    }
}
