package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.ipam.TenantAddressAllocator;
import dev.butlerlabs.core.ipam.elastic.AddressDemandHistory;
import dev.butlerlabs.core.ipam.elastic.AllocatedRange;
import dev.butlerlabs.core.net.IpRange;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The load balancer addresses of one cluster, read from its IPAllocations.
 *
 * @param all every IPAllocation for its load balancers, including released ones kept as a record
 */
record AllocatedLoadBalancerAddresses(List<IPAllocation> all) {
    /** Annotation of a growth range: the time since when no Service uses its addresses. */
    static final String UNUSED = ApiGroup.NAME + "/unused-since";
    /** Annotation of a growth range: the time since when the cluster does not assign it to new Services. */
    static final String WITHDRAWN = ApiGroup.NAME + "/withdrawn-since";
    /** Annotation of the initial range: the recent demand for addresses. */
    static final String HISTORY = ApiGroup.NAME + "/need-history";

    AllocatedLoadBalancerAddresses {
        all = List.copyOf(all);
    }

    static AllocatedLoadBalancerAddresses of(TenantCluster cluster, List<IPAllocation> allocations) {
        NamespacedReference tenant = new NamespacedReference(
                cluster.getMetadata().getName(), cluster.getMetadata().getNamespace());
        return new AllocatedLoadBalancerAddresses(allocations.stream()
                .filter(allocation -> allocation.getSpec().tenantClusterRef().equals(tenant))
                .filter(allocation -> allocation.getSpec().type() == Purpose.LOADBALANCER)
                .toList());
    }

    /** Returns the ranges that are allocated and not released, ordered by address. */
    List<AllocatedRange> pieces() {
        return held().map(AllocatedLoadBalancerAddresses::piece)
                .sorted(Comparator.comparing(piece -> piece.block().first()))
                .toList();
    }

    private Stream<IPAllocation> held() {
        return all.stream()
                .filter(allocation -> !allocation.isMarkedForDeletion())
                .filter(allocation -> phase(allocation) == Phase.ALLOCATED);
    }

    private static Phase phase(IPAllocation allocation) {
        return Optional.ofNullable(allocation.getStatus())
                .map(IPAllocationStatus::phase)
                .orElse(Phase.PENDING);
    }

    private static AllocatedRange piece(IPAllocation allocation) {
        IPAllocationStatus status = allocation.getStatus();
        return new AllocatedRange(
                allocation.getMetadata().getName(),
                IpRange.between(status.startAddress(), status.endAddress()),
                isGrowth(allocation),
                Optional.ofNullable(status.allocatedAt()).orElse(Instant.MIN),
                time(allocation, UNUSED),
                time(allocation, WITHDRAWN));
    }

    private static boolean isGrowth(IPAllocation allocation) {
        return TenantAddressAllocator.GROWTH.equals(labels(allocation).get(Labels.ALLOCATION_ROLE))
                && allocation.getSpec().pinnedRange() == null;
    }

    private static Map<String, String> labels(IPAllocation allocation) {
        return Optional.ofNullable(allocation.getMetadata().getLabels()).orElse(Map.of());
    }

    private static Optional<Instant> time(IPAllocation allocation, String annotation) {
        return annotation(allocation, annotation).map(Instant::parse);
    }

    private static Optional<String> annotation(IPAllocation allocation, String name) {
        return Optional.ofNullable(allocation.getMetadata().getAnnotations())
                .map(all -> all.get(name))
                .filter(text -> !text.isEmpty());
    }

    IPAllocation named(String name) {
        return all.stream()
                .filter(allocation -> allocation.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the growth request that is not served yet. */
    Optional<IPAllocation> pending() {
        return all.stream()
                .filter(AllocatedLoadBalancerAddresses::isGrowth)
                .filter(allocation -> !allocation.isMarkedForDeletion())
                .filter(allocation -> phase(allocation) == Phase.PENDING || phase(allocation) == Phase.FAILED)
                .findFirst();
    }

    /** Returns the initial IPAllocation. */
    Optional<IPAllocation> initial() {
        return held().filter(allocation -> !isGrowth(allocation)).findFirst();
    }

    AddressDemandHistory history() {
        return initial()
                .flatMap(allocation -> annotation(allocation, HISTORY))
                .map(AddressDemandHistory::parse)
                .orElseGet(AddressDemandHistory::none);
    }

    /** Returns the number of the next growth request: one higher than any IPAllocation of the cluster has used. */
    int nextNumber() {
        return 1
                + all.stream()
                        .filter(AllocatedLoadBalancerAddresses::isGrowth)
                        .mapToInt(AllocatedLoadBalancerAddresses::number)
                        .max()
                        .orElse(0);
    }

    static int number(IPAllocation growth) {
        String name = growth.getMetadata().getName();
        String last = name.substring(name.lastIndexOf('-') + 1);
        return last.matches("[0-9]{1,9}") ? Integer.parseInt(last) : 0;
    }
}
