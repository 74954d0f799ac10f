package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Converts objects of a tenant cluster in a backup to objects for a new API, without what servers and controllers assign. Pure functions. */
final class RestoredTenantObject {
    private static final String STATUS = "status";
    private static final String SPEC = "spec";
    private static final String TOKEN_VOLUME = "kube-api-access-";
    private static final List<String> JOB_LABELS =
            List.of("controller-uid", "batch.kubernetes.io/controller-uid", "job-name", "batch.kubernetes.io/job-name");
    private static final Set<String> DELETION_FINALIZERS = Set.of("foregroundDeletion", "orphan");
    private static final Set<String> ASSIGNED_ANNOTATIONS = Set.of(
            Annotations.RESTORED_FROM,
            Annotations.RESTORE_PENDING,
            "deployment.kubernetes.io/revision",
            "kubernetes.io/service-account.uid",
            "pv.kubernetes.io/bind-completed",
            "pv.kubernetes.io/bound-by-controller",
            "volume.kubernetes.io/selected-node");

    private RestoredTenantObject() {}

    /**
     * Returns the object to create, without owners.
     *
     * @param volumes names of the PersistentVolumes that are restored
     */
    static GenericKubernetesResource of(ResourceType type, GenericKubernetesResource stored, Set<String> volumes) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.setMetadata(metadata(stored.getMetadata()));
        Map<String, Object> content =
                UntypedTree.of(stored.getAdditionalProperties()).copy();
        if (type.hasStatus()) {
            content.remove(STATUS);
        }
        switch (type.name()) {
            case "services" -> clearAddresses(content);
            case "serviceaccounts" -> content.remove("secrets");
            case "secrets" -> clearToken(content);
            case "persistentvolumeclaims" -> clearVolume(content, volumes);
            case "persistentvolumes" -> clearClaim(content);
            case "pods" -> clearPlacement(content);
            case "jobs.batch" -> clearController(object.getMetadata(), content);
            default -> {
                // Everything else is restored as it is.
            }
        }
        content.forEach(object::setAdditionalProperty);
        return object;
    }

    private static ObjectMeta metadata(ObjectMeta source) {
        Map<String, String> annotations = copy(source.getAnnotations());
        annotations.keySet().removeAll(ASSIGNED_ANNOTATIONS);
        return new ObjectMetaBuilder()
                .withName(source.getName())
                .withNamespace(source.getNamespace())
                .withLabels(copy(source.getLabels()))
                .withAnnotations(annotations)
                .withFinalizers(Objects.requireNonNullElse(source.getFinalizers(), List.<String>of()).stream()
                        .filter(finalizer -> !DELETION_FINALIZERS.contains(finalizer))
                        .toList())
                .build();
    }

    private static Map<String, String> copy(Map<String, String> entries) {
        return new HashMap<>(Objects.requireNonNullElse(entries, Map.of()));
    }

    /** Addresses are assigned by the new cluster. Node ports are kept where clients use them. */
    private static void clearAddresses(Map<String, Object> content) {
        UntypedTree service = UntypedTree.of(content);
        if (!service.anyText("spec.clusterIP").equals("None")) {
            UntypedTree.remove(content, "spec.clusterIP");
            UntypedTree.remove(content, "spec.clusterIPs");
        }
        UntypedTree.remove(content, "spec.healthCheckNodePort");
        if (!service.anyText("spec.type").equals("NodePort")) {
            maps(content, SPEC, "ports").forEach(port -> port.remove("nodePort"));
        }
    }

    /** Tokens of the old cluster are not valid; the control plane adds a new one. */
    private static void clearToken(Map<String, Object> content) {
        if ("kubernetes.io/service-account-token".equals(content.get("type"))) {
            content.remove("data");
        }
    }

    private static void clearVolume(Map<String, Object> content, Set<String> volumes) {
        if (!volumes.contains(UntypedTree.of(content).anyText("spec.volumeName"))) {
            UntypedTree.remove(content, "spec.volumeName");
        }
    }

    /** The volume is bound to the new claim with the same name. */
    private static void clearClaim(Map<String, Object> content) {
        UntypedTree.remove(content, "spec.claimRef.uid");
        UntypedTree.remove(content, "spec.claimRef.resourceVersion");
    }

    private static void clearPlacement(Map<String, Object> content) {
        UntypedTree.remove(content, "spec.nodeName");
        if (content.get(SPEC) instanceof Map<?, ?> spec && spec.get("volumes") instanceof List<?> volumes) {
            volumes.removeIf(volume -> isToken(volume, "name"));
        }
        for (String containers : List.of("containers", "initContainers")) {
            maps(content, SPEC, containers).forEach(container -> {
                if (container.get("volumeMounts") instanceof List<?> mounts) {
                    mounts.removeIf(mount -> isToken(mount, "name"));
                }
            });
        }
        UntypedTree.remove(content, "spec.ephemeralContainers");
    }

    private static boolean isToken(Object entry, String field) {
        return entry instanceof Map<?, ?> fields
                && String.valueOf(fields.get(field)).startsWith(TOKEN_VOLUME);
    }

    /** The control plane generates a selector with the uid of the new Job. */
    private static void clearController(ObjectMeta metadata, Map<String, Object> content) {
        if (UntypedTree.of(content).isTrue("spec.manualSelector")) {
            return;
        }
        UntypedTree.remove(content, "spec.selector");
        JOB_LABELS.forEach(label -> metadata.getLabels().remove(label));
        if (content.get(SPEC) instanceof Map<?, ?> spec
                && spec.get("template") instanceof Map<?, ?> template
                && template.get("metadata") instanceof Map<?, ?> pod
                && pod.get("labels") instanceof Map<?, ?> labels) {
            JOB_LABELS.forEach(labels::remove);
        }
    }

    private static List<Map<?, ?>> maps(Map<String, Object> content, String parent, String field) {
        return content.get(parent) instanceof Map<?, ?> fields && fields.get(field) instanceof List<?> items
                ? items.stream()
                        .<Map<?, ?>>mapMulti((item, sink) -> {
                            if (item instanceof Map<?, ?> map) {
                                sink.accept(map);
                            }
                        })
                        .toList()
                : List.of();
    }

    /** Returns whether two objects have the same content, apart from metadata, status and what servers assign. */
    static boolean isSame(ResourceType type, GenericKubernetesResource one, GenericKubernetesResource other) {
        return RestoredObject.isSame(one, other)
                || of(type, one, Set.of())
                        .getAdditionalProperties()
                        .equals(of(type, other, Set.of()).getAdditionalProperties());
    }
}
