package dev.butlerlabs.core.status;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Comparator;
import java.util.List;

/** Reads custom resources as trees, so that an object with an unexpected field does not hide the others. */
public final class CustomResourceReader {
    private final KubernetesClient client;

    public CustomResourceReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns all objects of a type by namespace and name. */
    public List<GenericKubernetesResource> list(Class<? extends CustomResource<?, ?>> type) {
        String kind = CustomResource.getCRDName(type).replaceFirst("\\..*", "");
        return KubeErrorMapper.askingForKind(
                        client,
                        kind,
                        "listing " + kind,
                        () -> client.genericKubernetesResources(ResourceDefinitionContext.fromResourceType(type))
                                .inAnyNamespace()
                                .list()
                                .getItems())
                .stream()
                .sorted(Comparator.comparing((GenericKubernetesResource object) ->
                                String.valueOf(object.getMetadata().getNamespace()))
                        .thenComparing(object -> object.getMetadata().getName()))
                .toList();
    }

    static UntypedTree status(GenericKubernetesResource object) {
        return UntypedTree.of(object.get("status"));
    }
}
