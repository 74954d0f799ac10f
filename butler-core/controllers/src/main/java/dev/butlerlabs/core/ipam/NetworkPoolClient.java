package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.FinalizerEditor;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads, creates and deletes NetworkPools for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class NetworkPoolClient {
    private final KubernetesClient client;
    private final PoolRepository door;

    public NetworkPoolClient(KubernetesClient client) {
        this.client = client;
        this.door = new PoolRepository(client);
    }

    /** Lists the NetworkPools of a namespace or of all namespaces. */
    public DecodedList<NetworkPool> list(Optional<String> namespace) {
        var all = LenientDecoder.over(client).resources(NetworkPool.class);
        return DecodedList.of(KubeErrorMapper.translating(
                client,
                "listing NetworkPools",
                () -> namespace
                        .map(one -> all.inNamespace(one).list())
                        .orElseGet(() -> all.inAnyNamespace().list())
                        .getItems()));
    }

    /**
     * Returns a pool.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public NetworkPool get(ObjectName name) {
        return door.pool(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "NetworkPool %s not found.".formatted(name),
                        "List the pools with 'butleradm pool list -A'."));
    }

    /**
     * Creates a pool.
     *
     * @throws ButlerException if the spec is invalid, or with CONFLICT if the pool overlaps another one or exists
     */
    public NetworkPool create(ObjectName name, NetworkPoolSpec spec) {
        requireApart(name, PoolSpecReader.of(spec).terrain());
        NetworkPool pool = new NetworkPool();
        pool.setMetadata(new ObjectMetaBuilder()
                .withNamespace(name.namespace().orElseThrow())
                .withName(name.name())
                .build());
        pool.setSpec(spec);
        return KubeErrorMapper.translating(
                client,
                "creating NetworkPool " + name,
                () -> client.resource(pool).create());
    }

    /**
     * Rejects a pool that allocates an address of another pool, since the address would be assigned twice. Pools may allocate different
     * parts of one network.
     */
    private void requireApart(ObjectName name, AllocatableRanges wanted) {
        for (NetworkPool other : list(name.namespace()).complete()) {
            AllocatableRanges theirs = PoolSpecReader.of(other.getSpec()).terrain();
            if (sharedOut(wanted).anyMatch(block -> sharedOut(theirs).anyMatch(block::overlaps))) {
                throw new ButlerException(
                        ErrorCode.CONFLICT,
                        "Network %s overlaps %s of NetworkPool %s."
                                .formatted(
                                        wanted.network(),
                                        theirs.network(),
                                        other.getMetadata().getName()),
                        "Choose a network that does not overlap another pool, or restrict the pool to other ranges of it.");
            }
        }
    }

    private static Stream<IpRange> sharedOut(AllocatableRanges terrain) {
        return terrain.open().stream().map(terrain::block);
    }

    /**
     * Verifies that no addresses of a pool are allocated.
     *
     * @throws ButlerException with CONFLICT and the IPAllocations that use the pool
     */
    public void requireUnused(ObjectName name) {
        get(name);
        List<AllocationClaim> users = door.users(name);
        if (!users.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Cannot delete NetworkPool %s. %s".formatted(name, PoolReconciler.inUse(users)),
                    "Delete the tenant clusters, or release the addresses with 'butleradm allocation release'.");
        }
    }

    /**
     * Deletes an unused pool. Works without a running controller.
     *
     * @throws ButlerException with CONFLICT if addresses of it are allocated
     */
    public void delete(ObjectName name) {
        requireUnused(name);
        NetworkPool pool = get(name);
        KubeErrorMapper.translating(
                client,
                "deleting NetworkPool " + name,
                () -> client.resource(pool).delete());
        // A pool that is being deleted reserves no new ranges, but its last reservations may still be unconfirmed.
        new PoolAllocator(door, InstantSource.system(), 1, AllocationBackoff.plain(), (allocation, block) -> {})
                .settle(name);
        if (door.users(name).isEmpty()) {
            new FinalizerEditor(client).remove(pool, Finalizers.NETWORK_POOL);
        }
    }

    /** Returns the allocated ranges of a pool. */
    public PoolUsage usage(ObjectName name) {
        NetworkPool pool = get(name);
        List<AllocationClaim> users = door.users(name);
        List<IpRange> held =
                users.stream().flatMap(claim -> claim.block().stream()).toList();
        PoolSpecReader shape = AcceptedPoolSpec.of(
                        pool.getSpec(), PoolReservations.of(pool).accepted(), held)
                .shape();
        return new PoolUsage(
                name.name(),
                shape,
                AllocationPlanner.occupied(shape, held),
                users.stream()
                        .flatMap(claim -> claim.block().stream().map(block -> holding(claim, block)))
                        .sorted(Comparator.comparing(holding -> holding.block().first()))
                        .toList());
    }

    private static PoolUsage.Holding holding(AllocationClaim claim, IpRange block) {
        return new PoolUsage.Holding(
                claim.name(), tenant(claim).map(NetworkPoolClient::path).orElse("unknown"), block);
    }

    private static Optional<NamespacedReference> tenant(AllocationClaim claim) {
        return claim.unreadable()
                .map(UnreadableAllocation::tenant)
                .orElseGet(() -> Optional.of(claim.spec().tenantClusterRef()));
    }

    private static String path(NamespacedReference tenant) {
        return tenant.namespace() + "/" + tenant.name();
    }
}
