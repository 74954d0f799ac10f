package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationSpec.PinnedRange;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.NetworkPoolSpec.TenantAllocation;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;

/** Pools and IPAllocations as tests write them. */
final class Requests {
    static final String NAMESPACE = "default";
    static final String POOL = "lab";

    private Requests() {}

    static NetworkPool pool(String cidr) {
        return pool(POOL, new NetworkPoolSpec(cidr, List.of(), null));
    }

    static NetworkPool pool(String name, NetworkPoolSpec spec) {
        NetworkPool pool = new NetworkPool();
        pool.setMetadata(
                new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
        pool.setSpec(spec);
        return pool;
    }

    static NetworkPoolSpec window(String cidr, String start, String end) {
        return new NetworkPoolSpec(
                cidr, List.of(), new TenantAllocation(null, null, List.of(new AddressRange(start, end)), null));
    }

    static IPAllocation allocation(String name, int count) {
        return allocation(
                name,
                new IPAllocationSpec(
                        new LocalReference(POOL),
                        new NamespacedReference(name, NAMESPACE),
                        Purpose.LOADBALANCER,
                        count,
                        null));
    }

    static IPAllocation pinned(String name, String first, String last) {
        return allocation(
                name,
                new IPAllocationSpec(
                        new LocalReference(POOL),
                        new NamespacedReference(name, NAMESPACE),
                        Purpose.NODES,
                        null,
                        new PinnedRange(first, last)));
    }

    static IPAllocation allocation(String name, IPAllocationSpec spec) {
        IPAllocation allocation = new IPAllocation();
        allocation.setMetadata(
                new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
        allocation.setSpec(spec);
        return allocation;
    }

    /** As an API would hold it once the reconciler has looked at it: waiting, at a time, with its finalizer. */
    static AllocationClaim waiting(IPAllocation allocation, int second) {
        allocation.getMetadata().setUid("uid-" + allocation.getMetadata().getName());
        allocation.getMetadata().setResourceVersion("1");
        allocation.getMetadata().setGeneration(1L);
        allocation
                .getMetadata()
                .setCreationTimestamp(Instant.EPOCH.plusSeconds(second).toString());
        allocation.addFinalizer(Finalizers.IP_ALLOCATION);
        return new AllocationClaim(allocation);
    }
}
