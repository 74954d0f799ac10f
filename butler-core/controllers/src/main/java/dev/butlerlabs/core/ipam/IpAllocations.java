package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** IPAllocations as a person handles them. */
public final class IpAllocations {
    private final KubernetesClient client;

    public IpAllocations(KubernetesClient client) {
        this.client = client;
    }

    /** Those of a namespace or of all, of one pool or of all. */
    public List<IPAllocation> list(Optional<String> namespace, Optional<String> pool) {
        var all = client.resources(IPAllocation.class);
        return KubeErrors.translating(
                        "listing IPAllocations",
                        () -> namespace
                                .map(one -> all.inNamespace(one).list())
                                .orElseGet(() -> all.inAnyNamespace().list())
                                .getItems())
                .stream()
                .filter(allocation -> pool.map(new Claim(allocation)::isOf).orElse(true))
                .toList();
    }

    public IPAllocation get(ObjectName name) {
        return KubeErrors.translating(
                        "reading IPAllocation " + name,
                        () -> Optional.ofNullable(client.resources(IPAllocation.class)
                                .inNamespace(name.namespace().orElseThrow())
                                .withName(name.name())
                                .get()))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "There is no IPAllocation %s.".formatted(name),
                        "See which there are with butleradm allocation list -A."));
    }

    /** Gives its addresses back; the controllers do it, and keep the record for a while. */
    public void release(ObjectName name) {
        IPAllocation allocation = get(name);
        KubeErrors.translating(
                "releasing IPAllocation " + name,
                () -> client.resource(allocation).delete());
    }
}
