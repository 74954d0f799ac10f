package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Which objects of a tenant cluster in a backup are restored. Needs memory for their uids. Not thread-safe. */
final class TenantRestorePlan {
    private static final String SERVICES = "services";

    private final BackupReader backup;
    private final TenantContent content;
    private final KubernetesSerialization serialization;
    private final Set<String> restored = new HashSet<>();
    private final Set<String> volumes = new HashSet<>();
    private final Map<SkipReason, Integer> skipped = new EnumMap<>(SkipReason.class);
    private final List<String> warnings = new ArrayList<>();

    private TenantRestorePlan(BackupReader backup, TenantContent content, KubernetesSerialization serialization) {
        this.backup = backup;
        this.content = content;
        this.serialization = serialization;
    }

    /** @param attachesVolumes whether volumes of the backup may be attached in the target */
    static TenantRestorePlan of(
            BackupReader backup,
            TenantContent content,
            KubernetesSerialization serialization,
            boolean attachesVolumes) {
        TenantRestorePlan plan = new TenantRestorePlan(backup, content, serialization);
        plan.decide(plan.rules(attachesVolumes));
        return plan;
    }

    /** Receives objects in the order in which they are restored. */
    @FunctionalInterface
    interface ObjectVisitor {
        void object(ResourceType type, GenericKubernetesResource object);
    }

    /** Visits the objects that are restored. */
    void visit(ObjectVisitor visitor) {
        visit(_ -> true, visitor);
    }

    /**
     * Visits objects that are restored.
     *
     * @param resources selects resources by name
     */
    void visit(Predicate<String> resources, ObjectVisitor visitor) {
        visitAll(resources, (type, object) -> {
            if (isRestored(object.getMetadata().getUid())) {
                visitor.object(type, object);
            }
        });
    }

    boolean isRestored(String uid) {
        return restored.contains(uid);
    }

    int size() {
        return restored.size();
    }

    /** Returns the names of the PersistentVolumes that are restored. */
    Set<String> volumes() {
        return volumes;
    }

    Map<SkipReason, Integer> skipped() {
        return skipped;
    }

    List<String> warnings() {
        return warnings;
    }

    private TenantRestoreRules rules(boolean attachesVolumes) {
        Set<String> services = new HashSet<>();
        Set<String> terminating = new HashSet<>();
        visitAll(Set.of(ResourceType.NAMESPACE.name(), SERVICES)::contains, (type, object) -> {
            String name = object.getMetadata().getName();
            if (type.name().equals(ResourceType.NAMESPACE.name())
                    && object.getMetadata().getDeletionTimestamp() != null) {
                terminating.add(name);
            }
            if (type.name().equals(SERVICES)
                    && UntypedTree.of(object.getAdditionalProperties()).has("spec.selector")) {
                services.add(object.getMetadata().getNamespace() + "/" + name);
            }
        });
        return new TenantRestoreRules(Set.copyOf(content.releases()), attachesVolumes, services, terminating);
    }

    private void decide(TenantRestoreRules rules) {
        Map<String, List<String>> owners = new HashMap<>();
        visitAll(_ -> true, (type, object) -> {
            String uid = object.getMetadata().getUid();
            Optional<SkipReason> reason = rules.reason(type, object);
            if (reason.isPresent()) {
                skip(reason.get());
                warn(reason.get(), type, object);
                return;
            }
            restored.add(uid);
            List<OwnerReference> references = TenantRestoreRules.owners(object.getMetadata());
            if (!references.isEmpty()) {
                owners.put(uid, references.stream().map(OwnerReference::getUid).toList());
            }
            if (type.name().equals("persistentvolumes")) {
                volumes.add(object.getMetadata().getName());
            }
        });
        skipWithoutOwner(owners);
    }

    /** Garbage collection deletes objects whose owners do not exist. */
    private void skipWithoutOwner(Map<String, List<String>> owners) {
        boolean isChanged = true;
        while (isChanged) {
            List<String> orphans = owners.entrySet().stream()
                    .filter(entry -> entry.getValue().stream().noneMatch(restored::contains))
                    .map(Map.Entry::getKey)
                    .toList();
            orphans.forEach(uid -> {
                owners.remove(uid);
                restored.remove(uid);
                skip(SkipReason.OWNER);
            });
            isChanged = !orphans.isEmpty();
        }
    }

    private void skip(SkipReason reason) {
        skipped.merge(reason, 1, Integer::sum);
    }

    private void warn(SkipReason reason, ResourceType type, GenericKubernetesResource object) {
        if (reason == SkipReason.VOLUME) {
            warnings.add("%s is not restored: its volume cannot be attached. Its claim gets a new, empty volume."
                    .formatted(RestoreTarget.name(type, object.getMetadata())));
        }
    }

    private void visitAll(Predicate<String> resources, ObjectVisitor visitor) {
        backup.visit(
                content,
                resources,
                serialization,
                page -> page.objects().forEach(object -> visitor.object(page.type(), object)));
    }
}
