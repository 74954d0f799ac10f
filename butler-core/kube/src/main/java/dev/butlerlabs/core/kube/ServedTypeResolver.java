package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the resource types of manifests by discovery, which is read once per API version. Not thread-safe. */
public final class ServedTypeResolver {
    private final KubernetesClient cluster;
    private final Map<String, List<APIResource>> served = new HashMap<>();

    public ServedTypeResolver(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /**
     * Returns the access to the object of a manifest.
     *
     * @throws ButlerException with NOT_FOUND if the cluster does not serve its type
     */
    public Resource<GenericKubernetesResource> resource(UntypedTree manifest) {
        GenericKubernetesResource object =
                cluster.getKubernetesSerialization().convertValue(manifest.value(), GenericKubernetesResource.class);
        ResourceDefinitionContext type = type(manifest.anyText("apiVersion"), manifest.anyText("kind"));
        var all = cluster.genericKubernetesResources(type);
        return type.isNamespaceScoped()
                ? all.inNamespace(manifest.text("metadata.namespace").orElse("default"))
                        .resource(object)
                : all.resource(object);
    }

    private ResourceDefinitionContext type(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return served.computeIfAbsent(apiVersion, this::list).stream()
                .filter(resource -> resource.getKind().equals(kind))
                .findFirst()
                .map(resource -> new ResourceDefinitionContext.Builder()
                        .withGroup(slash < 0 ? null : apiVersion.substring(0, slash))
                        .withVersion(apiVersion.substring(slash + 1))
                        .withKind(kind)
                        .withPlural(resource.getName())
                        .withNamespaced(Boolean.TRUE.equals(resource.getNamespaced()))
                        .build())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "The cluster does not serve %s %s.".formatted(apiVersion, kind)));
    }

    private List<APIResource> list(String apiVersion) {
        return KubeErrorMapper.translating(
                        "reading the API resources of " + apiVersion,
                        () -> Optional.ofNullable(cluster.getApiResources(apiVersion)))
                .map(list -> list.getResources().stream()
                        .filter(resource -> !resource.getName().contains("/"))
                        .toList())
                .orElse(List.of());
    }
}
