package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Records which objects a backup contains, what they own, and which Secrets they refer to. Not thread-safe. */
final class ObjectIndex {
    private static final List<String> LABEL_PREFIXES =
            List.of(ApiGroup.NAME + "/", "cluster.x-k8s.io/", "steward.butlerlabs.dev/", "kamaji.clastix.io/");

    private static final String SCHEDULES = "backupschedules." + ApiGroup.NAME;

    private final Map<String, ResourceType> typesByUid = new HashMap<>();
    private final Map<ResourceType, Set<String>> ownersByType = new HashMap<>();
    private final Set<String> references = new HashSet<>();
    private final Set<String> backupKeys = new HashSet<>();

    void add(ResourceType type, GenericKubernetesResource object) {
        typesByUid.put(object.getMetadata().getUid(), type);
        owners(object)
                .forEach(owner ->
                        ownersByType.computeIfAbsent(type, _ -> new HashSet<>()).add(owner.getUid()));
        SecretReferenceFinder.find(object, (namespace, name) -> references.add(namespace + "/" + name));
        if (type.name().equals(SCHEDULES) && object.get("spec", "keySecretRef", "name") instanceof String name) {
            backupKeys.add(object.getMetadata().getNamespace() + "/" + name);
        }
    }

    /** Returns whether a Secret has the key of backups. A backup that contains its own key would suggest that no copy of the key is needed. */
    boolean isBackupKey(GenericKubernetesResource secret) {
        return backupKeys.contains(
                secret.getMetadata().getNamespace() + "/" + secret.getMetadata().getName());
    }

    /** Returns the types with owners before what they own; the given order decides between unrelated types, and in cycles. */
    List<ResourceType> ordered(List<ResourceType> types) {
        List<ResourceType> ordered = new ArrayList<>();
        Set<ResourceType> left = new LinkedHashSet<>(types);
        while (!left.isEmpty()) {
            ResourceType next = left.stream()
                    .filter(type -> ownerTypes(type).stream().noneMatch(left::contains))
                    .findFirst()
                    .orElseGet(() -> left.iterator().next());
            left.remove(next);
            ordered.add(next);
        }
        return ordered;
    }

    private Set<ResourceType> ownerTypes(ResourceType type) {
        Set<ResourceType> owners = new HashSet<>();
        ownersByType.getOrDefault(type, Set.of()).stream()
                .map(typesByUid::get)
                .filter(owner -> owner != null && !owner.equals(type))
                .forEach(owners::add);
        return owners;
    }

    boolean isOwned(GenericKubernetesResource object) {
        return owners(object).stream().anyMatch(owner -> typesByUid.containsKey(owner.getUid()));
    }

    /** Returns whether the backup needs a Secret that no object owns. */
    boolean isUsed(GenericKubernetesResource secret) {
        String name =
                secret.getMetadata().getNamespace() + "/" + secret.getMetadata().getName();
        return references.contains(name) || isLabelled(secret);
    }

    private static boolean isLabelled(GenericKubernetesResource secret) {
        Map<String, String> labels =
                Optional.ofNullable(secret.getMetadata().getLabels()).orElse(Map.of());
        return Objects.toString(labels.get(Labels.MANAGED_BY), "").startsWith("butler")
                || labels.keySet().stream()
                        .anyMatch(key -> LABEL_PREFIXES.stream().anyMatch(key::startsWith));
    }

    private static List<OwnerReference> owners(GenericKubernetesResource object) {
        return Optional.ofNullable(object.getMetadata().getOwnerReferences()).orElse(List.of());
    }
}
