package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Exports a stored TenantCluster as a manifest: the fields set by users, without those added by servers and controllers. Pure functions.
 */
public final class TenantExporter {
    private static final List<String> FOREIGN_LABELS =
            List.of("app.kubernetes.io/managed-by", "controller-uid", "kubectl.kubernetes.io/", "helm.sh/");
    private static final List<String> FOREIGN_ANNOTATIONS = List.of(
            "kubectl.kubernetes.io/",
            "kubernetes.io/",
            "control-plane.alpha.kubernetes.io/",
            "helm.sh/",
            Annotations.OWNER,
            Annotations.MODE_BEFORE_PAUSE,
            Annotations.HIBERNATED,
            Annotations.ACCESS_CHECKS);

    private TenantExporter() {}

    /** Returns the applied fields; applying them again changes nothing. */
    public static Map<String, Object> of(Map<String, Object> stored) {
        return export(stored, ManagedFieldOwnership.of(stored));
    }

    /** Returns the fields including the server's defaults. */
    static Map<String, Object> withDefaults(Map<String, Object> stored) {
        return export(stored, new ManagedFieldOwnership(Map.of()));
    }

    private static Map<String, Object> export(Map<String, Object> stored, ManagedFieldOwnership owned) {
        Map<String, Object> exported = new LinkedHashMap<>();
        exported.put("apiVersion", stored.get("apiVersion"));
        exported.put("kind", stored.get("kind"));
        Map<String, Object> metadata = new LinkedHashMap<>();
        Map<String, Object> from = UntypedTree.of(stored).at("metadata").copy();
        metadata.put("name", from.get("name"));
        Optional.ofNullable(from.get("namespace")).ifPresent(value -> metadata.put("namespace", value));
        words(from, owned, "labels", FOREIGN_LABELS).ifPresent(value -> metadata.put("labels", value));
        words(from, owned, "annotations", FOREIGN_ANNOTATIONS).ifPresent(value -> metadata.put("annotations", value));
        exported.put("metadata", metadata);
        exported.put(
                "spec", owned.keep("spec", UntypedTree.of(stored).at("spec").copy()));
        return exported;
    }

    private static Optional<Map<String, Object>> words(
            Map<String, Object> metadata, ManagedFieldOwnership owned, String kind, List<String> foreign) {
        Map<String, Object> kept =
                owned.keep("metadata", kind, UntypedTree.of(metadata).at(kind).copy());
        kept.keySet().removeIf(name -> foreign.stream().anyMatch(name::startsWith));
        return Optional.of(kept).filter(map -> !map.isEmpty());
    }

    /** Returns the manifest with another name. */
    public static Map<String, Object> renamed(Map<String, Object> exported, String name) {
        Map<String, Object> renamed = UntypedTree.of(exported).copy();
        UntypedTree.put(renamed, "metadata.name", name);
        return renamed;
    }

    /** Returns the manifest with the status, for display; applying it ignores the status. */
    public static Map<String, Object> withStatus(Map<String, Object> exported, Map<String, Object> stored) {
        Map<String, Object> both = UntypedTree.of(exported).copy();
        Optional.ofNullable(stored.get("status")).ifPresent(status -> both.put("status", status));
        return both;
    }
}
