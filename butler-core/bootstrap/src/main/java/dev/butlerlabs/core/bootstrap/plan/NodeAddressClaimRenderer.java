package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationSpec.PinnedRange;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.kube.OwnerReferences;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;

/** Renders the NetworkPool of a cluster's own machines and the IPAllocation of a machine. Pure functions. */
public final class NodeAddressClaimRenderer {
    private static final String PURPOSE = "nodes";

    private NodeAddressClaimRenderer() {}

    /** Returns a pool with the operator's addresses only. No ProviderConfig references it, so tenant clusters never use it. */
    public static NetworkPool pool(ClusterBootstrap bootstrap, NodeAddresses wish) {
        String cluster = bootstrap.getSpec().cluster().name();
        NetworkPool pool = new NetworkPool();
        pool.setMetadata(new ObjectMetaBuilder()
                .withName(BootstrapObjectNames.nodePool(cluster))
                .withNamespace(bootstrap.getMetadata().getNamespace())
                .withLabels(MachineRequestRenderer.labels(bootstrap))
                .build());
        pool.setSpec(new NetworkPoolSpec(
                wish.subnet(),
                List.of(),
                new NetworkPoolSpec.TenantAllocation(wish.start(), wish.end(), List.of(), null)));
        return OwnerReferences.own(bootstrap, pool);
    }

    /** Returns the IPAllocation of a machine, with the name of the machine and its address pinned. */
    public static IPAllocation claim(ClusterBootstrap bootstrap, String machine, String address) {
        String cluster = bootstrap.getSpec().cluster().name();
        String namespace = bootstrap.getMetadata().getNamespace();
        IPAllocation claim = new IPAllocation();
        claim.setMetadata(new ObjectMetaBuilder()
                .withName(machine)
                .withNamespace(namespace)
                .withLabels(labels(bootstrap))
                .withFinalizers(Finalizers.IP_ALLOCATION)
                .build());
        claim.setSpec(new IPAllocationSpec(
                new LocalReference(BootstrapObjectNames.nodePool(cluster)),
                new NamespacedReference(cluster, namespace),
                Purpose.NODES,
                1,
                new PinnedRange(address, address)));
        return OwnerReferences.own(bootstrap, claim);
    }

    private static Map<String, String> labels(ClusterBootstrap bootstrap) {
        String cluster = bootstrap.getSpec().cluster().name();
        Map<String, String> labels = MachineRequestRenderer.labels(bootstrap);
        labels.put(Labels.NETWORK_POOL, BootstrapObjectNames.nodePool(cluster));
        labels.put(Labels.ALLOCATION_TYPE, PURPOSE);
        return labels;
    }
}
