package dev.butlerlabs.core.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A client for objects of the management cluster that have no Java class. Thread-safe. */
final class DynamicResourceClient {
    private static final String REVIEWS = "authorization.k8s.io/v1";

    private final KubernetesClient client;
    private final AppliedObjectCache applied;

    DynamicResourceClient(KubernetesClient client, TenantOptions options) {
        this.client = client;
        this.applied = new AppliedObjectCache(client.getKubernetesSerialization(), options.clock(), options.resync());
    }

    /** Applies an object and returns it as stored, with its status. */
    GenericKubernetesResource apply(GenericKubernetesResource wanted) {
        return ensure(
                located(wanted),
                wanted,
                ReferenceVersionResolver.hasReferences(wanted),
                present -> located(ReferenceVersionResolver.resolve(wanted, present)));
    }

    void applyAny(HasMetadata wanted) {
        if (wanted instanceof GenericKubernetesResource generic) {
            apply(generic);
        } else {
            ensure(client.resource(wanted), wanted, false, present -> client.resource(wanted));
        }
    }

    /**
     * Reads before applying, since a read costs far less than an apply.
     *
     * @param dependsOnPresent whether what to apply depends on the present object
     * @param adjusted returns what to apply to the present object
     */
    private <T extends HasMetadata> T ensure(
            Resource<T> place, T wanted, boolean dependsOnPresent, Function<T, Resource<T>> adjusted) {
        return KubeErrorMapper.translating("applying " + ObjectName.of(wanted), () -> {
            Optional<T> present = dependsOnPresent || applied.isWorthALook(wanted)
                    ? Optional.ofNullable(place.get())
                    : Optional.empty();
            return present.filter(object -> applied.covers(wanted, object)).orElseGet(() -> {
                T result = present.map(adjusted).orElse(place).patch(applying());
                applied.note(wanted, result);
                return result;
            });
        });
    }

    /** Drops the cached versions of a deleted namespace. */
    void forget(String namespace) {
        applied.forget(namespace);
    }

    /** Writes the whole status of an object that no controller reconciles. */
    void applyStatus(GenericKubernetesResource wanted) {
        KubeErrorMapper.translating(
                "writing the status of " + ObjectName.of(wanted),
                () -> located(wanted).subresource("status").patch(applying()));
    }

    private static PatchContext applying() {
        return new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(ServerSideApply.BUTLER)
                .withForce(true)
                .build();
    }

    /** Returns an object; empty also if the management cluster does not serve its kind. */
    Optional<GenericKubernetesResource> find(TenantResourceType kind, String namespace, String name) {
        return absentWhenNotFound(
                "reading %s %s/%s".formatted(kind.kind(), namespace, name),
                () -> Optional.ofNullable(
                        all(kind, true).inNamespace(namespace).withName(name).get()));
    }

    List<GenericKubernetesResource> list(TenantResourceType kind, String namespace, Map<String, String> labels) {
        return absentWhenNotFound(
                        "listing %s in %s".formatted(kind.kind(), namespace),
                        () -> Optional.of(all(kind, true)
                                .inNamespace(namespace)
                                .withLabels(labels)
                                .list()
                                .getItems()))
                .orElse(List.of());
    }

    private static <T> Optional<T> absentWhenNotFound(String doing, Supplier<Optional<T>> question) {
        return KubeErrorMapper.translating(doing, () -> {
            try {
                return question.get();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    void delete(HasMetadata object) {
        KubeErrorMapper.translating("deleting " + ObjectName.of(object), () -> {
            try {
                return object instanceof GenericKubernetesResource generic
                        ? located(generic).delete()
                        : client.resource(object).delete();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return List.of();
                }
                throw e;
            }
        });
    }

    /** Creates a namespace that belongs to a Cluster API provider, such as for its credentials, unless it exists. */
    void ensureNamespace(String name) {
        if (namespace(name).isEmpty()) {
            applyAny(new NamespaceBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .build());
        }
    }

    /** Returns whether the API server permits the caller to create Secrets in a namespace. */
    boolean mayCreateSecrets(String namespace) {
        Map<String, Object> attributes = Map.of("namespace", namespace, "verb", "create", "resource", "secrets");
        return KubeErrorMapper.translating("checking the permissions in namespace " + namespace, () -> {
            String answer = client.raw(
                    "/apis/" + REVIEWS + "/selfsubjectaccessreviews",
                    "POST",
                    Map.of(
                            "apiVersion",
                            REVIEWS,
                            "kind",
                            "SelfSubjectAccessReview",
                            "spec",
                            Map.of("resourceAttributes", attributes)));
            return client.getKubernetesSerialization()
                    .unmarshal(answer, JsonNode.class)
                    .at("/status/allowed")
                    .asBoolean(false);
        });
    }

    Optional<Namespace> namespace(String name) {
        return KubeErrorMapper.translating(
                "reading Namespace " + name,
                () -> Optional.ofNullable(client.namespaces().withName(name).get()));
    }

    Optional<Secret> secret(String namespace, String name) {
        return KubeErrorMapper.translating(
                "reading Secret %s/%s".formatted(namespace, name),
                () -> Optional.ofNullable(
                        client.secrets().inNamespace(namespace).withName(name).get()));
    }

    /** Creates a Secret, or returns the existing one if another process was faster. */
    Secret createOrFind(Secret fresh) {
        return KubeErrorMapper.translating("creating Secret " + ObjectName.of(fresh), () -> create(client, fresh));
    }

    static Secret create(KubernetesClient where, Secret fresh) {
        try {
            return where.resource(fresh).create();
        } catch (RuntimeException e) {
            if (KubeErrorMapper.isConflict(e)) {
                return where.resource(fresh).get();
            }
            throw e;
        }
    }

    void annotate(Secret secret, String key, String value) {
        KubeErrorMapper.translating(
                "annotating Secret " + ObjectName.of(secret),
                () -> client.resource(secret)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value)));
    }

    private Resource<GenericKubernetesResource> located(GenericKubernetesResource object) {
        String namespace = object.getMetadata().getNamespace();
        TenantResourceType kind = new TenantResourceType(object.getApiVersion(), object.getKind());
        return namespace == null
                ? all(kind, false).resource(object)
                : all(kind, true).inNamespace(namespace).resource(object);
    }

    /** The plural is derived here, which avoids a discovery request for each object. */
    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            all(TenantResourceType kind, boolean namespaced) {
        String[] groupVersion = kind.apiVersion().split("/", 2);
        return client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(groupVersion[0])
                .withVersion(groupVersion[1])
                .withKind(kind.kind())
                .withPlural(plural(kind.kind()))
                .withNamespaced(namespaced)
                .build());
    }

    private static String plural(String kind) {
        String word = kind.toLowerCase(Locale.ROOT);
        return word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s";
    }
}
