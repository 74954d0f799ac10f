package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.EventRecorder;
import dev.butlerlabs.core.reconcile.EventType;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;

/** Creates the reconcilers of NetworkPools and IPAllocations. Safe to run in several processes at the same time. */
public final class IpamReconcilers {
    private static final String COMPONENT = "butler-ipam";

    private final List<ReconcilerDefinition<?, ?, ?>> all;

    public IpamReconcilers(KubernetesClient client, IpamOptions options, InstantSource clock) {
        this(new PoolRepository(client), new EventRecorder(client, COMPONENT, clock), options, clock);
    }

    private IpamReconcilers(PoolRepository door, EventRecorder events, IpamOptions options, InstantSource clock) {
        PendingAllocationCache standings = new PendingAllocationCache();
        PoolAllocator desk = new PoolAllocator(
                door,
                clock,
                options.batch(),
                AllocationBackoff.shared(),
                (allocation, block) -> tell(events, allocation, block));
        this.all = List.of(
                new PoolReconciler(door, desk, standings, events, options, clock),
                new AllocationReconciler(door, standings, options, clock));
    }

    private static void tell(EventRecorder events, IPAllocation allocation, IpRange block) {
        events.record(allocation, EventType.NORMAL, "IPsAllocated", "Allocated %s.".formatted(block));
    }

    public List<ReconcilerDefinition<?, ?, ?>> all() {
        return all;
    }
}
