package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Reads and writes NetworkPools and IPAllocations, always directly at the API server and never from a cache. */
class PoolRepository {
    private final KubernetesClient client;

    PoolRepository(KubernetesClient client) {
        this.client = client;
    }

    Optional<NetworkPool> pool(ObjectName name) {
        return KubeErrorMapper.translating(
                "reading NetworkPool " + name,
                () -> Optional.ofNullable(client.resources(NetworkPool.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    /**
     * Lists the IPAllocations in the namespace of a pool, including those of other pools and those that cannot be read. The request sets no
     * resourceVersion, so that the server answers from its latest state.
     */
    List<AllocationClaim> claims(ObjectName pool) {
        return KubeErrorMapper.translating(
                        "listing IPAllocations",
                        () -> LenientDecoder.over(client)
                                .resources(IPAllocation.class)
                                .inNamespace(pool.namespace().orElseThrow())
                                .list()
                                .getItems())
                .stream()
                .map(AllocationClaim::listed)
                .toList();
    }

    /** Lists the IPAllocations that hold addresses of a pool, or that cannot be read and may hold some. */
    List<AllocationClaim> users(ObjectName pool) {
        return claims(pool).stream()
                .filter(claim -> claim.isOf(pool.name()))
                .filter(claim -> claim.block().isPresent() || claim.hidesRangeOf(pool.name()))
                .toList();
    }

    /** Writes the ledger if the pool has not changed since it was read; returns whether it was written. */
    boolean swap(NetworkPool read, PoolReservations ledger) {
        ledger.writeTo(read);
        try {
            KubeErrorMapper.translating(
                    "writing the ledger of " + ObjectName.of(read),
                    () -> client.resource(read).update());
            return true;
        } catch (ButlerException e) {
            return orRethrow(e);
        }
    }

    /** Writes a status if the IPAllocation has not changed since it was read; returns whether it was written. */
    boolean keep(IPAllocation read, IPAllocation withStatus) {
        withStatus.setMetadata(new ObjectMetaBuilder()
                .withNamespace(read.getMetadata().getNamespace())
                .withName(read.getMetadata().getName())
                .withUid(read.getMetadata().getUid())
                .withResourceVersion(read.getMetadata().getResourceVersion())
                .build());
        try {
            ServerSideApply.asButlerForced().applyStatus(client, withStatus);
            return true;
        } catch (ButlerException e) {
            return orRethrow(e);
        }
    }

    /** A conflict or a missing object means that nothing was written; after any other error the outcome is unknown. */
    private static boolean orRethrow(ButlerException e) {
        if (e.kind() == ErrorKind.CONFLICT || e.kind() == ErrorKind.NOT_FOUND) {
            return false;
        }
        throw e;
    }
}
