package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests and releases the addresses of tenant clusters. All methods are idempotent and may be called by several processes at the same
 * time; errors of the API are thrown as {@link ButlerException}.
 */
public final class TenantAddressAllocator {
    /** The values of the allocation role label: the initial request of a tenant, and later growth. */
    public static final String INITIAL = "initial";

    public static final String GROWTH = "growth";

    private final KubernetesClient client;
    private final String namespace;
    private final NetworkPoolClient pools;
    private final PoolRepository door;

    /** @param namespace the namespace of the pools and their IPAllocations */
    public TenantAddressAllocator(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
        this.pools = new NetworkPoolClient(client);
        this.door = new PoolRepository(client);
    }

    /** The state of an address request. Reasons are single CamelCase words. */
    public sealed interface Answer {
        record Granted(String allocation, IpRange block) implements Answer {}

        record Waiting(String reason, String message) implements Answer {}

        record Refused(String reason, String message) implements Answer {}
    }

    /**
     * Creates the IPAllocation of a request if it does not exist, and returns its state. A waiting request moves to another of its pools
     * that has enough free addresses.
     */
    public Answer provide(TenantAddressRequest wish) {
        Optional<IPAllocation> there = find(wish.allocationName());
        if (there.isPresent()) {
            return follow(there.get(), wish);
        }
        Optional<PoolSelector> choice = choose(wish);
        if (choice.isEmpty()) {
            return new Answer.Refused(
                    Reasons.POOL_EXHAUSTED,
                    "None of the provider's NetworkPools is large enough for the requested addresses.");
        }
        return create(wish, choice.get());
    }

    /** Returns the state of a request that was made before; empty if it was not. */
    Optional<Answer> state(TenantAddressRequest wish) {
        return find(wish.allocationName()).map(there -> follow(there, wish));
    }

    private Answer follow(IPAllocation there, TenantAddressRequest wish) {
        AllocationClaim claim = AllocationClaim.listed(there);
        if (!claim.isReadable()) {
            return new Answer.Waiting(
                    AllocationPlanner.UNREADABLE,
                    claim.unreadable().orElseThrow().problem() + ". Correct the object.");
        }
        Optional<IpRange> block = claim.block();
        if (block.isPresent() && !there.isMarkedForDeletion()) {
            return new Answer.Granted(claim.name(), block.get());
        }
        if (there.isMarkedForDeletion()) {
            return new Answer.Refused(
                    "Released", "The addresses of IPAllocation %s were released.".formatted(claim.name()));
        }
        choose(wish).filter(choice -> isBetter(choice, claim, wish)).ifPresent(choice -> move(there, choice));
        return waiting(there);
    }

    /** Returns whether another pool has enough free addresses, or the requested number has changed. */
    private static boolean isBetter(PoolSelector choice, AllocationClaim claim, TenantAddressRequest wish) {
        return claim.isOf(choice.pool())
                ? wish.growth().isEmpty()
                        && !Optional.ofNullable(claim.spec().count()).equals(Optional.of(choice.count()))
                : choice.roomy();
    }

    private static Answer waiting(IPAllocation there) {
        Optional<Condition> told =
                ConditionEditor.find(AllocationStatusRenderer.conditions(there), AllocationReconciler.GRANTED);
        return new Answer.Waiting(
                told.map(Condition::getReason).orElse(Reasons.PENDING),
                told.map(Condition::getMessage).orElse("Addresses requested."));
    }

    private Optional<PoolSelector> choose(TenantAddressRequest wish) {
        List<PoolUsage> known = wish.pools().stream()
                .map(reference -> new ObjectName(namespace, reference.name()))
                .filter(name -> door.pool(name).isPresent())
                .map(pools::usage)
                .toList();
        return PoolSelector.among(wish, known);
    }

    private Answer create(TenantAddressRequest wish, PoolSelector choice) {
        IPAllocation allocation = new IPAllocation();
        allocation.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(wish.allocationName())
                .withLabels(labels(wish, choice.pool()))
                .withFinalizers(Finalizers.IP_ALLOCATION)
                .withAnnotations(wish.growth()
                        .flatMap(TenantAddressRequest.Growth::beside)
                        .map(block -> Map.of(AllocationClaim.BESIDE, block.first() + "-" + block.last()))
                        .orElse(Map.of()))
                .build());
        allocation.setSpec(new IPAllocationSpec(
                new LocalReference(choice.pool()), wish.tenant(), wish.purpose(), choice.count(), null));
        unlessChanged("creating", allocation, () -> client.resource(allocation).create());
        return new Answer.Waiting(Reasons.PENDING, "Addresses requested from pool %s.".formatted(choice.pool()));
    }

    private static Map<String, String> labels(TenantAddressRequest wish, String pool) {
        Map<String, String> labels = new HashMap<>();
        labels.put(Labels.NETWORK_POOL, pool);
        labels.put(Labels.TENANT, wish.tenant().name());
        labels.put(Labels.SOURCE_NAMESPACE, wish.tenant().namespace());
        labels.put(Labels.ALLOCATION_TYPE, wish.type());
        labels.put(Labels.ALLOCATION_ROLE, wish.role());
        wish.team().ifPresent(team -> labels.put(Labels.TEAM, team));
        return labels;
    }

    /** Moves a request to another pool. The write changes the resourceVersion, which voids a grant of the previous pool. */
    private void move(IPAllocation there, PoolSelector choice) {
        IPAllocationSpec spec = there.getSpec();
        there.setSpec(new IPAllocationSpec(
                new LocalReference(choice.pool()),
                spec.tenantClusterRef(),
                spec.type(),
                choice.count(),
                spec.pinnedRange()));
        there.getMetadata().getLabels().put(Labels.NETWORK_POOL, choice.pool());
        unlessChanged("moving", there, () -> client.resource(there).update());
    }

    /** Ignores a conflict with another process: the next reconciliation reads the result. */
    private static void unlessChanged(String doing, IPAllocation allocation, Runnable write) {
        try {
            KubeErrorMapper.translating(doing + " " + ObjectName.of(allocation), () -> {
                write.run();
                return allocation;
            });
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.CONFLICT) {
                throw e;
            }
        }
    }

    private Optional<IPAllocation> find(String name) {
        return KubeErrorMapper.translating(
                "reading IPAllocation " + name,
                () -> Optional.ofNullable(LenientDecoder.over(client)
                        .resources(IPAllocation.class)
                        .inNamespace(namespace)
                        .withName(name)
                        .get()));
    }

    /**
     * Deletes the IPAllocations of a tenant cluster.
     *
     * @return how many still hold addresses; one that cannot be read counts until it is corrected
     */
    public int release(NamespacedReference tenant) {
        List<AllocationClaim> its = door.claims(new ObjectName(namespace, "")).stream()
                .filter(claim -> isOf(tenant, claim))
                .filter(claim -> !isOfMachines(claim.object()))
                .toList();
        its.stream()
                .map(AllocationClaim::object)
                .filter(allocation -> !allocation.isMarkedForDeletion())
                .forEach(this::delete);
        return (int)
                its.stream().filter(TenantAddressAllocator::mayHoldAddresses).count();
    }

    private static boolean isOf(NamespacedReference tenant, AllocationClaim claim) {
        return claim.unreadable()
                .map(UnreadableAllocation::tenant)
                .orElseGet(() -> Optional.of(claim.spec().tenantClusterRef()))
                .filter(tenant::equals)
                .isPresent();
    }

    private static boolean mayHoldAddresses(AllocationClaim claim) {
        return claim.block().isPresent()
                || claim.unreadable().filter(UnreadableAllocation::rangeUnknown).isPresent();
    }

    private void delete(IPAllocation allocation) {
        KubeErrorMapper.translating(
                "releasing " + ObjectName.of(allocation),
                () -> client.resources(IPAllocation.class)
                        .inNamespace(namespace)
                        .withName(allocation.getMetadata().getName())
                        .delete());
    }

    /**
     * Excludes the allocations of management cluster machines: they are recorded under the name of the management cluster, which a tenant
     * cluster may have too.
     */
    private static boolean isOfMachines(IPAllocation allocation) {
        return Optional.ofNullable(allocation.getMetadata().getLabels())
                .filter(labels -> labels.containsKey(Labels.CLUSTER_BOOTSTRAP))
                .isPresent();
    }
}
