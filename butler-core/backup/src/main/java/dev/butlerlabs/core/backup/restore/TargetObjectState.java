package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.backup.content.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.Objects;

/** How an existing object of a tenant cluster compares with the object of the backup. */
enum TargetObjectState {
    /** It was restored completely. */
    RESTORED,
    /** An interrupted restore created it. */
    PENDING,
    /** It has the same content. */
    SAME,
    /** The control plane owns it, so that it stays as it is. */
    SHARED,
    /** The control plane created it without content. */
    EMPTY,
    /** It has other content. */
    DIFFERENT;

    /** @param id identifies the content of the backup */
    static TargetObjectState of(
            ResourceType type, GenericKubernetesResource stored, GenericKubernetesResource existing, String id) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(existing.getMetadata().getAnnotations(), Map.of());
        if (id.equals(annotations.get(Annotations.RESTORED_FROM))) {
            return id.equals(annotations.get(Annotations.RESTORE_PENDING)) ? PENDING : RESTORED;
        }
        if (RestoredTenantObject.isSame(type, stored, existing)) {
            return SAME;
        }
        if (TenantRestoreRules.isShared(type, existing.getMetadata())) {
            return SHARED;
        }
        return isEmptyAccount(type, existing) ? EMPTY : DIFFERENT;
    }

    /** Every namespace gets an account named default as soon as it exists. */
    private static boolean isEmptyAccount(ResourceType type, GenericKubernetesResource existing) {
        return type.name().equals("serviceaccounts")
                && existing.getMetadata().getName().equals("default")
                && existing.getAdditionalProperties().keySet().stream().allMatch("secrets"::equals);
    }
}
