package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import java.util.Optional;

/** The cluster that objects are restored into. Every method can be repeated. */
public final class RestoreTarget {
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(ServerSideApply.BUTLER)
            .withForce(true)
            .build();

    private final KubernetesClient client;

    public RestoreTarget(KubernetesClient client) {
        this.client = client;
    }

    public Optional<GenericKubernetesResource> find(ResourceType type, ObjectMeta identity) {
        return KubeErrorMapper.translating(
                "reading " + name(type, identity),
                () -> Optional.ofNullable(resource(type, identity).get()));
    }

    /**
     * Creates an object that does not exist.
     *
     * @return empty if it exists
     */
    Optional<GenericKubernetesResource> create(ResourceType type, GenericKubernetesResource object) {
        try {
            return Optional.of(resource(type, object).create());
        } catch (KubernetesClientException e) {
            if (KubeErrorMapper.isConflict(e)) {
                return Optional.empty();
            }
            throw KubeErrorMapper.translate("restoring " + name(type, object.getMetadata()), e);
        }
    }

    /** Creates or completes an object, and returns it. */
    GenericKubernetesResource apply(ResourceType type, GenericKubernetesResource object) {
        return KubeErrorMapper.translating(
                "restoring " + name(type, object.getMetadata()),
                () -> resource(type, object).patch(APPLY));
    }

    void applyStatus(ResourceType type, GenericKubernetesResource object) {
        KubeErrorMapper.translating(
                "restoring the status of " + name(type, object.getMetadata()),
                () -> resource(type, object).subresource("status").patch(APPLY));
    }

    void patch(ResourceType type, ObjectMeta identity, Map<String, Object> patch) {
        KubeErrorMapper.translating(
                "changing " + name(type, identity),
                () -> resource(type, identity)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                client.getKubernetesSerialization().asJson(patch)));
    }

    void ensureNamespace(String name, Optional<ObjectMeta> stored) {
        boolean exists = KubeErrorMapper.translating(
                "reading namespace " + name,
                () -> client.namespaces().withName(name).get() != null);
        if (!exists) {
            ServerSideApply.asButlerForced()
                    .apply(
                            client,
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name)
                                    .withLabels(
                                            stored.map(ObjectMeta::getLabels).orElse(null))
                                    .withAnnotations(stored.map(ObjectMeta::getAnnotations)
                                            .orElse(null))
                                    .endMetadata()
                                    .build());
        }
    }

    private Resource<GenericKubernetesResource> resource(ResourceType type, ObjectMeta identity) {
        var resources = client.genericKubernetesResources(type.context());
        return type.isNamespaced()
                ? resources.inNamespace(identity.getNamespace()).withName(identity.getName())
                : resources.withName(identity.getName());
    }

    private Resource<GenericKubernetesResource> resource(ResourceType type, GenericKubernetesResource object) {
        var resources = client.genericKubernetesResources(type.context());
        return type.isNamespaced()
                ? resources.inNamespace(object.getMetadata().getNamespace()).resource(object)
                : resources.resource(object);
    }

    /** Returns kind, namespace and name, for messages. */
    public static String name(ResourceType type, ObjectMeta identity) {
        return "%s %s"
                .formatted(
                        type.kind(),
                        type.isNamespaced() ? identity.getNamespace() + "/" + identity.getName() : identity.getName());
    }
}
