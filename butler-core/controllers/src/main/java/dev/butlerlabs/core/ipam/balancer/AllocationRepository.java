package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.ipam.UnreadableAllocation;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads and writes the IPAllocations of tenant clusters, without a cache. A write takes effect only if the object has not changed since it
 * was read; the next read shows the result.
 */
final class AllocationRepository {
    private final KubernetesClient client;

    AllocationRepository(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Lists the load balancer addresses of a cluster.
     *
     * @throws ButlerException of kind INVALID if one of its IPAllocations cannot be read: without it, addresses that Services use would
     *     be removed from the cluster
     */
    AllocatedLoadBalancerAddresses of(TenantCluster cluster) {
        NamespacedReference tenant = new NamespacedReference(
                cluster.getMetadata().getName(), cluster.getMetadata().getNamespace());
        List<IPAllocation> listed = KubeErrorMapper.translating(
                "listing IPAllocations",
                () -> LenientDecoder.over(client)
                        .resources(IPAllocation.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .list()
                        .getItems());
        return AllocatedLoadBalancerAddresses.of(cluster, readable(listed, tenant));
    }

    private static List<IPAllocation> readable(List<IPAllocation> listed, NamespacedReference tenant) {
        List<IPAllocation> readable = new ArrayList<>();
        List<UndecodableObject> unreadable = new ArrayList<>();
        for (IPAllocation allocation : listed) {
            UnreadableAllocation.of(allocation)
                    .ifPresentOrElse(
                            fields -> {
                                if (fields.mayBeOf(tenant, Purpose.LOADBALANCER)) {
                                    unreadable.add(fields.problem());
                                }
                            },
                            () -> readable.add(allocation));
        }
        return new DecodedList<>(readable, unreadable).complete();
    }

    /** Returns whether the cluster exists and is not being deleted, read from the API server. */
    boolean isWanted(TenantCluster cluster) {
        TenantCluster live = KubeErrorMapper.translating(
                "reading " + ObjectName.of(cluster),
                () -> client.resource(cluster).get());
        return live != null
                && !live.isMarkedForDeletion()
                && live.getMetadata().getUid().equals(cluster.getMetadata().getUid());
    }

    /** Sets or removes an annotation. */
    void note(IPAllocation read, String annotation, Optional<String> value) {
        Map<String, String> annotations = new HashMap<>(
                Optional.ofNullable(read.getMetadata().getAnnotations()).orElse(Map.of()));
        value.ifPresentOrElse(text -> annotations.put(annotation, text), () -> annotations.remove(annotation));
        IPAllocation document = client.getKubernetesSerialization().clone(read);
        document.getMetadata().setAnnotations(annotations);
        unlessChanged("annotating", read, () -> client.resource(document).update());
    }

    void giveBack(IPAllocation read) {
        unlessChanged(
                "releasing",
                read,
                () -> client.resource(read)
                        .lockResourceVersion(read.getMetadata().getResourceVersion())
                        .delete());
    }

    /** Releases addresses that were not offered to the tenant cluster yet, in any state. */
    void forget(String name) {
        KubeErrorMapper.translating(
                "releasing " + name,
                () -> client.resources(IPAllocation.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(name)
                        .delete());
    }

    private static void unlessChanged(String doing, IPAllocation read, Supplier<Object> write) {
        try {
            KubeErrorMapper.translating(doing + " " + ObjectName.of(read), write);
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.CONFLICT && e.kind() != ErrorKind.NOT_FOUND) {
                throw e;
            }
        }
    }
}
