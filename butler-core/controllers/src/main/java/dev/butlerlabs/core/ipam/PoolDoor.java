package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.LenientDecoding;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** What is asked of and told to the API about pools. Nothing here comes out of a cache. */
class PoolDoor {
    private final KubernetesClient client;

    PoolDoor(KubernetesClient client) {
        this.client = client;
    }

    Optional<NetworkPool> pool(ObjectName name) {
        return KubeErrors.translating(
                "reading NetworkPool " + name,
                () -> Optional.ofNullable(client.resources(NetworkPool.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    /**
     * Lists the IPAllocations in the namespace of a pool, its own and others. The list names no version, so that the server answers it
     * from its latest state. It includes objects that cannot be read.
     */
    List<Claim> claims(ObjectName pool) {
        return KubeErrors.translating(
                        "listing IPAllocations",
                        () -> LenientDecoding.over(client)
                                .resources(IPAllocation.class)
                                .inNamespace(pool.namespace().orElseThrow())
                                .list()
                                .getItems())
                .stream()
                .map(Claim::listed)
                .toList();
    }

    /** Lists the IPAllocations that hold addresses of a pool, or that cannot be read and may hold some. */
    List<Claim> users(ObjectName pool) {
        return claims(pool).stream()
                .filter(claim -> claim.isOf(pool.name()))
                .filter(claim -> claim.block().isPresent() || claim.hidesRangeOf(pool.name()))
                .toList();
    }

    /** Writes the ledger unless the pool was changed since it was read; answers whether it was written. */
    boolean swap(NetworkPool read, Ledger ledger) {
        ledger.writeTo(read);
        try {
            KubeErrors.translating(
                    "writing the ledger of " + ObjectName.of(read),
                    () -> client.resource(read).update());
            return true;
        } catch (ButlerException e) {
            return orRethrow(e);
        }
    }

    /** Writes a status unless the IPAllocation was changed since the version named; answers whether it was written. */
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

    /** Changed or gone meanwhile means not written; anything else leaves open what happened. */
    private static boolean orRethrow(ButlerException e) {
        if (e.kind() == ErrorKind.CONFLICT || e.kind() == ErrorKind.NOT_FOUND) {
            return false;
        }
        throw e;
    }
}
