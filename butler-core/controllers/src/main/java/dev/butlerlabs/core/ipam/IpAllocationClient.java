package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Reads and releases IPAllocations for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class IpAllocationClient {
    private final KubernetesClient client;

    public IpAllocationClient(KubernetesClient client) {
        this.client = client;
    }

    /** Lists the IPAllocations of a namespace or of all namespaces, and of one pool or of all pools. */
    public DecodedList<IPAllocation> list(Optional<String> namespace, Optional<String> pool) {
        var all = LenientDecoder.over(client).resources(IPAllocation.class);
        return DecodedList.of(KubeErrorMapper.translating(
                        client,
                        "listing IPAllocations",
                        () -> namespace
                                .map(one -> all.inNamespace(one).list())
                                .orElseGet(() -> all.inAnyNamespace().list())
                                .getItems())
                .stream()
                .filter(allocation ->
                        pool.map(AllocationClaim.listed(allocation)::isOf).orElse(true))
                .toList());
    }

    /**
     * Returns an IPAllocation; one that cannot be read has only its metadata.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public IPAllocation get(ObjectName name) {
        return KubeErrorMapper.translating(
                        client,
                        "reading IPAllocation " + name,
                        () -> Optional.ofNullable(LenientDecoder.over(client)
                                .resources(IPAllocation.class)
                                .inNamespace(name.namespace().orElseThrow())
                                .withName(name.name())
                                .get()))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "IPAllocation %s not found.".formatted(name),
                        "List the allocations with 'butleradm allocation list -A'."));
    }

    /**
     * Deletes an IPAllocation. The controllers release its addresses and keep the object for the retention time.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public void release(ObjectName name) {
        get(name);
        KubeErrorMapper.translating(
                client,
                "releasing IPAllocation " + name,
                () -> client.resources(IPAllocation.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .delete());
    }
}
