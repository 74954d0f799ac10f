package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which objects of a tenant cluster are restored: not those that the control plane, nodes, controllers and Butler create themselves.
 *
 * @param releases Helm releases that Butler installs, as {@code namespace/name}
 * @param attachesVolumes whether volumes of the backup may be attached in the target
 * @param selectingServices Services with a selector, whose endpoints the controllers write, as {@code namespace/name}
 * @param terminatingNamespaces namespaces that were being deleted
 */
record TenantRestoreRules(
        Set<String> releases,
        boolean attachesVolumes,
        Set<String> selectingServices,
        Set<String> terminatingNamespaces) {
    private static final Set<String> SYSTEM_NAMESPACES = Set.of("kube-system", "kube-public", "kube-node-lease");

    private static final Set<String> CLUSTER_STATE = Set.of(
            "nodes",
            "csinodes.storage.k8s.io",
            "csistoragecapacities.storage.k8s.io",
            "volumeattachments.storage.k8s.io",
            "certificatesigningrequests.certificates.k8s.io",
            "ipaddresses.networking.k8s.io",
            "ciliumnodes.cilium.io",
            "ciliumendpoints.cilium.io",
            "ciliumidentities.cilium.io");

    /** Their controllers create what they own again. */
    private static final Set<String> CONTROLLERS = Set.of(
            "Deployment",
            "ReplicaSet",
            "StatefulSet",
            "DaemonSet",
            "ReplicationController",
            "Job",
            "CronJob",
            "Service",
            "Node");

    private static final Set<String> CONTROLLER_GROUPS = Set.of("v1", "apps/v1", "batch/v1");

    /** Volumes that exist on one machine only are lost with it. */
    private static final List<String> LOCAL_VOLUMES = List.of("spec.hostPath", "spec.local");

    private static final String LOCAL_API = "kube-aggregator.kubernetes.io/automanaged";
    private static final String SLICE_MANAGER = "endpointslice.kubernetes.io/managed-by";
    private static final String RELEASE_NAME = "meta.helm.sh/release-name";
    private static final String RELEASE_NAMESPACE = "meta.helm.sh/release-namespace";

    TenantRestoreRules {
        releases = Set.copyOf(releases);
        selectingServices = Set.copyOf(selectingServices);
        terminatingNamespaces = Set.copyOf(terminatingNamespaces);
    }

    /** Returns why an object is not restored, without regard to its owners; empty if it is. */
    Optional<SkipReason> reason(ResourceType type, GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        UntypedTree content = UntypedTree.of(object.getAdditionalProperties());
        if (metadata.getDeletionTimestamp() != null || isInTerminatingNamespace(type, metadata)) {
            return Optional.of(SkipReason.DELETED);
        }
        if (CLUSTER_STATE.contains(type.name())) {
            return Optional.of(SkipReason.CLUSTER_STATE);
        }
        if (isControlled(metadata) || isWrittenByController(type, metadata)) {
            return Optional.of(SkipReason.CONTROLLED);
        }
        if (isOfControlPlane(type, metadata, content)) {
            return Optional.of(SkipReason.CONTROL_PLANE);
        }
        if (isOfRelease(type, metadata)) {
            return Optional.of(SkipReason.ADDON);
        }
        if (isAccessGrant(type, metadata)) {
            return Optional.of(SkipReason.ACCESS_GRANT);
        }
        if (isFinished(type, content)) {
            return Optional.of(SkipReason.FINISHED);
        }
        return isUnattachable(type, content) ? Optional.of(SkipReason.VOLUME) : Optional.empty();
    }

    private boolean isInTerminatingNamespace(ResourceType type, ObjectMeta metadata) {
        return type.isNamespaced() && terminatingNamespaces.contains(metadata.getNamespace());
    }

    private static boolean isControlled(ObjectMeta metadata) {
        return owners(metadata).stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.getController())
                        && CONTROLLERS.contains(owner.getKind())
                        && CONTROLLER_GROUPS.contains(owner.getApiVersion()));
    }

    private boolean isWrittenByController(ResourceType type, ObjectMeta metadata) {
        return switch (type.name()) {
            case "endpoints" -> selectingServices.contains(metadata.getNamespace() + "/" + metadata.getName());
            case "endpointslices.discovery.k8s.io" ->
                labels(metadata).getOrDefault(SLICE_MANAGER, "").endsWith(".k8s.io");
            default -> false;
        };
    }

    private static boolean isOfControlPlane(ResourceType type, ObjectMeta metadata, UntypedTree content) {
        boolean isKubernetesService =
                "default".equals(metadata.getNamespace()) && metadata.getName().equals("kubernetes");
        return switch (type.name()) {
            case "namespaces" -> SYSTEM_NAMESPACES.contains(metadata.getName());
            case "configmaps" ->
                metadata.getName().equals("kube-root-ca.crt")
                        || metadata.getName().equals("extension-apiserver-authentication");
            case "secrets" -> content.anyText("type").equals("bootstrap.kubernetes.io/token");
            case "services", "endpoints", "endpointslices.discovery.k8s.io" -> isKubernetesService;
            case "apiservices.apiregistration.k8s.io" -> labels(metadata).containsKey(LOCAL_API);
            case "pods" -> annotations(metadata).containsKey("kubernetes.io/config.mirror");
            default -> false;
        };
    }

    private boolean isOfRelease(ResourceType type, ObjectMeta metadata) {
        Map<String, String> annotations = annotations(metadata);
        boolean isRendered = releases.contains(
                annotations.getOrDefault(RELEASE_NAMESPACE, "") + "/" + annotations.getOrDefault(RELEASE_NAME, ""));
        Map<String, String> labels = labels(metadata);
        boolean isRecord = type.name().equals(ResourceType.SECRET.name())
                && "helm".equals(labels.get("owner"))
                && releases.contains(metadata.getNamespace() + "/" + labels.get("name"));
        return isRendered || isRecord;
    }

    private static boolean isAccessGrant(ResourceType type, ObjectMeta metadata) {
        return TenantAccessClient.NAMESPACE.equals(metadata.getNamespace())
                || (type.name().equals(ResourceType.NAMESPACE.name())
                        && metadata.getName().equals(TenantAccessClient.NAMESPACE))
                || labels(metadata).containsKey(ApiGroup.NAME + "/access");
    }

    /** Finished Jobs would run again. */
    private static boolean isFinished(ResourceType type, UntypedTree content) {
        return switch (type.name()) {
            case "jobs.batch" ->
                content.items("status.conditions").stream()
                        .anyMatch(condition -> Set.of("Complete", "Failed").contains(condition.anyText("type"))
                                && condition.anyText("status").equals("True"));
            case "pods" -> Set.of("Succeeded", "Failed").contains(content.anyText("status.phase"));
            default -> false;
        };
    }

    private boolean isUnattachable(ResourceType type, UntypedTree content) {
        return type.name().equals("persistentvolumes")
                && (!attachesVolumes || LOCAL_VOLUMES.stream().anyMatch(content::has));
    }

    /** Returns whether the control plane or an administrator of it may own an object, so that an existing one stays as it is. */
    static boolean isShared(ResourceType type, ObjectMeta metadata) {
        String name = metadata.getName();
        return type.name().equals(ResourceType.DEFINITION_NAME)
                || type.name().equals(ResourceType.NAMESPACE.name())
                || (type.isNamespaced() && SYSTEM_NAMESPACES.contains(metadata.getNamespace()))
                || (!type.isNamespaced()
                        && (name.startsWith("system:") || name.startsWith("system-") || name.startsWith("kubeadm:")))
                || labels(metadata).containsKey("kubernetes.io/bootstrapping")
                || annotations(metadata).containsKey("apf.kubernetes.io/autoupdate-spec")
                || (type.name().equals("servicecidrs.networking.k8s.io") && name.equals("kubernetes"));
    }

    static List<OwnerReference> owners(ObjectMeta metadata) {
        return Objects.requireNonNullElse(metadata.getOwnerReferences(), List.of());
    }

    private static Map<String, String> labels(ObjectMeta metadata) {
        return Objects.requireNonNullElse(metadata.getLabels(), Map.of());
    }

    private static Map<String, String> annotations(ObjectMeta metadata) {
        return Objects.requireNonNullElse(metadata.getAnnotations(), Map.of());
    }
}
