package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.IPAllocationStatusBuilder;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** One pool and its IPAllocations in memory, with the versions of a real API; it looks at every address that is given. */
final class MemoryDoor extends PoolRepository {
    final AtomicInteger overlaps = new AtomicInteger();
    private final Map<String, IPAllocation> allocations = new HashMap<>();
    private final List<AllocationClaim> unreadable = new ArrayList<>();
    private NetworkPool pool;
    private long versions = 1;

    MemoryDoor(NetworkPool pool) {
        super(null);
        this.pool = pool;
        pool.getMetadata().setResourceVersion("1");
    }

    synchronized void create(IPAllocation allocation, int second) {
        Requests.waiting(allocation, second);
        put(allocation);
    }

    private void put(IPAllocation allocation) {
        allocation.getMetadata().setResourceVersion(Long.toString(++versions));
        allocations.put(allocation.getMetadata().getUid(), allocation);
    }

    /** Turns an IPAllocation into one that this process cannot read, without a new version. */
    synchronized void garble(String uid, UnreadableAllocation fields) {
        unreadable.add(new AllocationClaim(allocations.remove(uid), Optional.of(fields)));
    }

    synchronized PoolReservations ledger() {
        return PoolReservations.of(pool);
    }

    /** Somebody else's harmless change. */
    synchronized void touch(String uid) {
        IPAllocation copy = copy(allocations.get(uid));
        put(copy);
    }

    /** Somebody writes another pool into the spec. */
    synchronized void rename(String uid, String otherPool) {
        IPAllocation copy = copy(allocations.get(uid));
        IPAllocationSpec spec = copy.getSpec();
        copy.setSpec(new IPAllocationSpec(
                new LocalReference(otherPool), spec.tenantClusterRef(), spec.type(), spec.count(), spec.pinnedRange()));
        put(copy);
    }

    synchronized boolean release(String uid) {
        IPAllocation copy = copy(allocations.get(uid));
        boolean had = new AllocationClaim(copy).block().isPresent();
        if (had) {
            copy.setStatus(IPAllocationStatusBuilder.builder(copy.getStatus())
                    .phase(Phase.RELEASED)
                    .build());
            put(copy);
        }
        return had;
    }

    synchronized List<AllocationClaim> all() {
        return allocations.values().stream().map(AllocationClaim::new).toList();
    }

    @Override
    synchronized Optional<NetworkPool> pool(ObjectName name) {
        return Optional.of(copy(pool));
    }

    @Override
    synchronized List<AllocationClaim> claims(ObjectName name) {
        return Stream.concat(all().stream(), unreadable.stream()).toList();
    }

    @Override
    synchronized boolean swap(NetworkPool read, PoolReservations ledger) {
        if (!read.getMetadata().getResourceVersion().equals(pool.getMetadata().getResourceVersion())) {
            return false;
        }
        NetworkPool next = copy(read);
        ledger.writeTo(next);
        next.getMetadata().setResourceVersion(Long.toString(++versions));
        pool = next;
        return true;
    }

    @Override
    synchronized boolean keep(IPAllocation read, IPAllocation withStatus) {
        IPAllocation live = allocations.get(read.getMetadata().getUid());
        if (!live.getMetadata().getResourceVersion().equals(read.getMetadata().getResourceVersion())) {
            return false;
        }
        IPAllocation next = copy(live);
        next.setStatus(withStatus.getStatus());
        check(next);
        put(next);
        return true;
    }

    /** Specs and statuses never change, so a copy shares them. */
    private static IPAllocation copy(IPAllocation object) {
        IPAllocation copy = new IPAllocation();
        copy.setMetadata(new ObjectMetaBuilder(object.getMetadata()).build());
        copy.setSpec(object.getSpec());
        copy.setStatus(object.getStatus());
        return copy;
    }

    private static NetworkPool copy(NetworkPool object) {
        NetworkPool copy = new NetworkPool();
        copy.setMetadata(new ObjectMetaBuilder(object.getMetadata()).build());
        copy.setSpec(object.getSpec());
        copy.setStatus(object.getStatus());
        return copy;
    }

    private void check(IPAllocation given) {
        IpRange block = new AllocationClaim(given).block().orElseThrow();
        allocations.values().stream()
                .filter(other ->
                        !other.getMetadata().getUid().equals(given.getMetadata().getUid()))
                .flatMap(other -> new AllocationClaim(other).block().stream())
                .filter(block::overlaps)
                .forEach(other -> overlaps.incrementAndGet());
    }
}
