package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.reconcile.LeaderElection;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and deletes the Leases of leader, shards and members. */
final class ShardLeaseReader {
    private static final Logger LOG = LoggerFactory.getLogger(ShardLeaseReader.class);

    private final KubernetesClient client;
    private final String namespace;
    private final ShardLeaseNames names;

    ShardLeaseReader(KubernetesClient client, LeaderElection election) {
        this.client = client;
        this.namespace = election.namespace();
        this.names = new ShardLeaseNames(election.leaseName());
    }

    /** Returns the Leases of the leader, of all shards and of all members. */
    List<Lease> read() {
        return client.leases().inNamespace(namespace).list().getItems().stream()
                .filter(lease -> isConcerned(name(lease)))
                .toList();
    }

    private boolean isConcerned(String name) {
        return name.equals(names.leader())
                || names.isMember(name)
                || names.parse(name).isPresent();
    }

    /** Returns the number of shards that the Lease of the leader contains; empty if it cannot be read. */
    OptionalInt shardsOfLeader() {
        try {
            return OptionalInt.of(shards(Optional.ofNullable(client.leases()
                    .inNamespace(namespace)
                    .withName(names.leader())
                    .get())));
        } catch (RuntimeException e) {
            LOG.debug("Lease {} not read: {}", names.leader(), e.toString());
            return OptionalInt.empty();
        }
    }

    /** Returns the number of shards that the Lease of the leader contains; 1 if there is none. */
    static int shards(Optional<Lease> leader) {
        return leader.map(lease -> lease.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.SHARDS))
                .filter(text -> text.matches("\\d{1,4}"))
                .map(Integer::parseInt)
                .orElse(1);
    }

    /** Deletes a Lease unless it was changed since it was read. A failure is logged only. */
    void delete(Lease lease) {
        try {
            client.resource(lease)
                    .lockResourceVersion(lease.getMetadata().getResourceVersion())
                    .delete();
        } catch (RuntimeException e) {
            LOG.debug("Lease {} not deleted: {}", name(lease), e.toString());
        }
    }

    /** Deletes the Lease of a member. A failure is logged only; the Lease expires. */
    void delete(String name) {
        try {
            client.leases().inNamespace(namespace).withName(name).delete();
        } catch (RuntimeException e) {
            LOG.debug("Lease {} not deleted: {}", name, e.toString());
        }
    }

    static String name(Lease lease) {
        return lease.getMetadata().getName();
    }
}
