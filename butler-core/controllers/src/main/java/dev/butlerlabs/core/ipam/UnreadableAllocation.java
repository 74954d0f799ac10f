package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What can be read of an IPAllocation whose fields do not fit its class. Its addresses stay reserved: {@code block} if the stored status
 * names them, otherwise no range is allocated from its pool until the object is corrected.
 *
 * @param problem the object and the field that is wrong
 * @param pool the pool it belongs to; empty if that is not readable either
 * @param tenant the tenant cluster it belongs to; empty if that is not readable either
 * @param type the stored {@code spec.type}; empty if that is not readable either
 * @param block the addresses it holds
 * @param rangeUnknown whether it may hold addresses that cannot be read
 */
public record UnreadableAllocation(
        UndecodableObject problem,
        Optional<String> pool,
        Optional<NamespacedReference> tenant,
        Optional<String> type,
        Optional<IpRange> block,
        boolean rangeUnknown) {
    private static final String RELEASED = "Released";
    private static final Set<Object> WITHOUT_ADDRESSES = Set.of("Pending", "Failed");

    public UnreadableAllocation {
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(block, "block");
    }

    /** Returns what can be read of an object that a lenient client listed; empty if the object is readable. */
    public static Optional<UnreadableAllocation> of(IPAllocation object) {
        return UndecodableObject.of(object)
                .map(problem -> read(
                        problem, UndecodableObject.stored(object).orElseGet(GenericKubernetesResource::new), object))
                .or(() -> withInvalidRange(object));
    }

    /** Returns a record for a status with invalid addresses, which the schema does not check. */
    private static Optional<UnreadableAllocation> withInvalidRange(IPAllocation object) {
        try {
            new AllocationClaim(object).block();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            UndecodableObject problem = new UndecodableObject(
                    object.getKind(),
                    ObjectName.from(object),
                    "status.startAddress, status.endAddress: " + e.getMessage());
            return Optional.of(read(
                    problem,
                    ObjectSerialization.plain().convertValue(object, GenericKubernetesResource.class),
                    object));
        }
    }

    private static UnreadableAllocation read(
            UndecodableObject problem, GenericKubernetesResource stored, IPAllocation object) {
        Map<String, String> labels =
                Optional.ofNullable(object.getMetadata().getLabels()).orElse(Map.of());
        boolean holds = mayHoldAddresses(stored);
        Optional<IpRange> block = holds ? range(stored) : Optional.empty();
        return new UnreadableAllocation(
                problem,
                text(stored, "spec", "poolRef", "name").or(() -> label(labels, Labels.NETWORK_POOL)),
                reference(
                                text(stored, "spec", "tenantClusterRef", "name"),
                                text(stored, "spec", "tenantClusterRef", "namespace"))
                        .or(() -> reference(label(labels, Labels.TENANT), label(labels, Labels.SOURCE_NAMESPACE))),
                text(stored, "spec", "type").or(() -> label(labels, Labels.ALLOCATION_TYPE)),
                block,
                holds && block.isEmpty());
    }

    /** Returns whether the object may hold addresses. An unknown phase counts as Allocated. */
    private static boolean mayHoldAddresses(GenericKubernetesResource stored) {
        Object status = stored.get("status");
        if (status != null && !(status instanceof Map)) {
            return true;
        }
        Object phase = stored.get("status", "phase");
        if (phase != null && !WITHOUT_ADDRESSES.contains(phase)) {
            return !RELEASED.equals(phase);
        }
        return stored.get("status", "startAddress") != null || stored.get("status", "endAddress") != null;
    }

    private static Optional<IpRange> range(GenericKubernetesResource stored) {
        Optional<IpRange> ends = text(stored, "status", "startAddress")
                .flatMap(first -> text(stored, "status", "endAddress").flatMap(last -> between(first, last)));
        return ends.or(() -> text(stored, "status", "cidr").flatMap(UnreadableAllocation::block));
    }

    private static Optional<IpRange> between(String first, String last) {
        try {
            return Optional.of(IpRange.between(first, last));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Parses the format of {@link IpRange#toString}. */
    private static Optional<IpRange> block(String text) {
        String[] ends = text.split("-", 2);
        if (ends.length == 2) {
            return between(ends[0], ends[1]);
        }
        try {
            return Optional.of(CidrBlock.parse(text)).map(UnreadableAllocation::whole);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static IpRange whole(CidrBlock network) {
        return new IpRange(network.first(), network.size());
    }

    private static Optional<String> text(GenericKubernetesResource stored, Object... path) {
        Object value = stored.get(path);
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Optional<String> label(Map<String, String> labels, String name) {
        return Optional.ofNullable(labels.get(name));
    }

    private static Optional<NamespacedReference> reference(Optional<String> name, Optional<String> namespace) {
        return name.flatMap(one -> namespace.map(other -> new NamespacedReference(one, other)));
    }

    /** Returns whether the object belongs to a pool or may do so. */
    boolean mayBeOf(String name) {
        return pool.map(name::equals).orElse(true);
    }

    /** Returns whether the object belongs to a tenant cluster and may be for a purpose. */
    public boolean mayBeOf(NamespacedReference cluster, Purpose purpose) {
        boolean sameType =
                type.map(text -> text.equalsIgnoreCase(purpose.name())).orElse(true);
        return sameType && tenant.filter(cluster::equals).isPresent();
    }
}
