package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The Kubernetes API of a Harvester cluster. Every failure is a ButlerException. */
final class HarvesterApi implements AutoCloseable {
    private final KubernetesClient client;
    private final String namespace;

    HarvesterApi(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    String namespace() {
        return namespace;
    }

    Optional<GenericKubernetesResource> find(HarvesterResourceType kind, String name) {
        return find(kind, new ResourceName(namespace, name));
    }

    Optional<GenericKubernetesResource> find(HarvesterResourceType kind, ResourceName name) {
        return asking(
                "reading the",
                kind,
                name.name(),
                () -> Optional.ofNullable(
                        kind.isNamespaced()
                                ? resources(kind)
                                        .inNamespace(name.namespace())
                                        .withName(name.name())
                                        .get()
                                : resources(kind).withName(name.name()).get()));
    }

    /** Returns the objects with all these labels. */
    List<GenericKubernetesResource> list(HarvesterResourceType kind, Map<String, String> labels) {
        return list(kind, namespace, labels);
    }

    List<GenericKubernetesResource> list(HarvesterResourceType kind, String place, Map<String, String> labels) {
        return asking(
                "listing every",
                kind,
                "",
                () -> resources(kind)
                        .inNamespace(place)
                        .withLabels(labels)
                        .list()
                        .getItems());
    }

    /** Returns the objects of all namespaces. */
    List<GenericKubernetesResource> listAll(HarvesterResourceType kind) {
        return asking(
                "listing every",
                kind,
                "",
                () -> (kind.isNamespaced() ? resources(kind).inAnyNamespace() : resources(kind))
                        .list()
                        .getItems());
    }

    /**
     * Creates an object. Unknown fields are rejected.
     *
     * @return empty if the name is already in use
     */
    Optional<GenericKubernetesResource> create(HarvesterResourceType kind, GenericKubernetesResource wanted) {
        return asking("creating the", kind, ObjectFieldReader.name(wanted), () -> {
            try {
                return Optional.of(resources(kind)
                        .inNamespace(namespace)
                        .resource(wanted)
                        .fieldValidation(Validation.STRICT)
                        .create());
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isConflict(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /** Changes the metadata of exactly this object, identified by UID. */
    void merge(HarvesterResourceType kind, GenericKubernetesResource target, Map<String, Object> metadata) {
        Map<String, Object> changed = new LinkedHashMap<>(metadata);
        changed.put("uid", ObjectFieldReader.uid(target));
        String patch = client.getKubernetesSerialization().asJson(Map.of("metadata", changed));
        asking("patching the", kind, ObjectFieldReader.name(target), () -> {
            try {
                // With the object, the client does not read it again first.
                return resources(kind).inNamespace(namespace).resource(target).patch(merging(), patch);
            } catch (RuntimeException e) {
                throw KubeErrorMapper.isNotFound(e) ? goneMeanwhile(kind, target) : e;
            }
        });
    }

    private static ButlerException goneMeanwhile(HarvesterResourceType kind, GenericKubernetesResource target) {
        return new ButlerException(
                ErrorCode.CONFLICT,
                "The %s %s no longer exists.".formatted(kind.title(), ObjectFieldReader.name(target)));
    }

    private static PatchContext merging() {
        return new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager(ServerSideApply.BUTLER)
                .build();
    }

    /** Deletes exactly this object, identified by UID. Succeeds if it does not exist. */
    void delete(HarvesterResourceType kind, GenericKubernetesResource target) {
        Map<String, Object> options = Map.of(
                "apiVersion", "v1",
                "kind", "DeleteOptions",
                "propagationPolicy", "Background",
                "preconditions", Map.of("uid", ObjectFieldReader.uid(target)));
        asking("deleting the", kind, ObjectFieldReader.name(target), () -> {
            try {
                return client.raw(kind.path(namespace, ObjectFieldReader.name(target)), "DELETE", options);
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return "";
                }
                throw isKeptWhileUsed(kind) && HarvesterErrorMapper.isRefusal(e) ? held(kind, target, e) : e;
            }
        });
    }

    private static boolean isKeptWhileUsed(HarvesterResourceType kind) {
        return kind == HarvesterResourceType.VOLUME || kind == HarvesterResourceType.IMAGE;
    }

    /**
     * Harvester rejects the deletion of a volume slightly longer than a virtual machine uses it, and that of an image while a volume
     * was created from it.
     */
    private static ButlerException held(
            HarvesterResourceType kind, GenericKubernetesResource target, RuntimeException refusal) {
        String answer = HarvesterErrorMapper.translate(
                        "deleting the %s %s".formatted(kind.title(), ObjectFieldReader.name(target)), refusal)
                .getMessage();
        return new ButlerException(
                ErrorCode.NOT_READY,
                answer,
                kind == HarvesterResourceType.VOLUME
                        ? "Delete the virtual machine first; the volume is deleted with it."
                        : "Delete the virtual machines and volumes that were created from the image first.");
    }

    /** Returns whether the credentials have this permission in the namespace of the machines. */
    boolean may(String verb, HarvesterResourceType kind, String place) {
        Map<String, Object> question = Map.of(
                "apiVersion", "authorization.k8s.io/v1",
                "kind", "SelfSubjectAccessReview",
                "spec",
                        Map.of(
                                "resourceAttributes",
                                Map.of(
                                        "namespace",
                                        place,
                                        "verb",
                                        verb,
                                        "group",
                                        kind.group(),
                                        "resource",
                                        kind.plural())));
        String answer = asking(
                "checking permissions for the",
                kind,
                "",
                () -> client.raw("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "POST", question));
        GenericKubernetesResource review =
                client.getKubernetesSerialization().unmarshal(answer, GenericKubernetesResource.class);
        return ObjectFieldReader.fields(review).isTrue("status.allowed");
    }

    /** Returns the Kubernetes version of the Harvester cluster. */
    String kubernetesVersion() {
        return asking(
                "reading the version of",
                HarvesterResourceType.SETTING,
                "",
                () -> client.getKubernetesVersion().getGitVersion());
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            resources(HarvesterResourceType kind) {
        return client.genericKubernetesResources(kind.context());
    }

    private static <T> T asking(String doing, HarvesterResourceType kind, String name, Supplier<T> call) {
        String phrase = (doing + " " + kind.title() + " " + name).strip();
        try {
            return call.get();
        } catch (ButlerException alreadyTold) {
            throw alreadyTold;
        } catch (RuntimeException e) {
            throw kind == HarvesterResourceType.SECRET
                    ? HarvesterErrorMapper.translateSecretly(phrase, e)
                    : HarvesterErrorMapper.translate(phrase, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
