package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads which kinds a Kubernetes API serves. */
public final class ServedKinds {
    private ServedKinds() {}

    /** Returns the kinds of an API version; empty if it is not served. */
    public static Set<String> of(KubernetesClient client, String apiVersion) {
        return KubeErrorMapper.translating(
                "reading the API resources of " + apiVersion,
                () -> Optional.ofNullable(client.getApiResources(apiVersion))
                        .map(list -> list.getResources().stream()
                                .map(APIResource::getKind)
                                .collect(Collectors.toUnmodifiableSet()))
                        .orElse(Set.of()));
    }
}
