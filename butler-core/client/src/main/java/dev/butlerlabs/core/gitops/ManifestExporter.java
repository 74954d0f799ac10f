package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Turns stored objects into manifests: without status, server-set metadata and what controllers and other tools record in metadata. The
 * spec is complete, with the defaults of the API. Keys are sorted, so that equal objects give equal text. Pure functions.
 */
final class ManifestExporter {
    private static final List<String> FOREIGN_LABELS = List.of(
            Labels.MANAGED_BY,
            "controller-uid",
            "helm.sh/",
            "kubectl.kubernetes.io/",
            "kustomize.toolkit.fluxcd.io/",
            Labels.ENGINE_OF);
    private static final List<String> FOREIGN_ANNOTATIONS = List.of(
            "control-plane.alpha.kubernetes.io/",
            "helm.sh/",
            "kubectl.kubernetes.io/",
            "kubernetes.io/",
            "kustomize.toolkit.fluxcd.io/",
            "meta.helm.sh/",
            "reconcile.fluxcd.io/",
            Annotations.HIBERNATED,
            Annotations.MIGRATION_OPERATION,
            Annotations.MODE_BEFORE_PAUSE,
            Annotations.OWNER,
            Annotations.OWNER_ID);

    private ManifestExporter() {}

    /**
     * Returns whether an object belongs into an export. Objects that a controller created for another object, objects that are being deleted
     * and what Butler ships itself do not: the platform creates them again.
     */
    static boolean isExported(UntypedTree stored) {
        boolean shipped = "builtin"
                .equals(stored.at("metadata.labels")
                        .entry(ApiGroup.NAME + "/source")
                        .value());
        boolean controlled =
                stored.items("metadata.ownerReferences").stream().anyMatch(owner -> owner.isTrue("controller"));
        return !shipped && !controlled && !stored.has("metadata.deletionTimestamp");
    }

    static Map<String, Object> export(UntypedTree stored) {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("apiVersion", stored.anyText("apiVersion"));
        manifest.put("kind", stored.anyText("kind"));
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", stored.anyText("metadata.name"));
        stored.text("metadata.namespace").ifPresent(namespace -> metadata.put("namespace", namespace));
        words(stored, "labels", key -> isForeign(FOREIGN_LABELS, key))
                .ifPresent(value -> metadata.put("labels", value));
        words(stored, "annotations", key -> isForeign(FOREIGN_ANNOTATIONS, key))
                .ifPresent(value -> metadata.put("annotations", value));
        manifest.put("metadata", metadata);
        manifest.put("spec", sorted(stored.map("spec")));
        return manifest;
    }

    /**
     * Returns the manifest of a namespace with exported objects. It keeps the labels by which Butler recognizes the namespace of a team. Flux
     * never deletes it, since that would delete everything in it.
     */
    static Map<String, Object> namespace(String name, UntypedTree stored) {
        UntypedTree present = stored.at("metadata.labels");
        Map<String, Object> labels = new TreeMap<>();
        if (ServerSideApply.BUTLER.equals(present.entry(Labels.MANAGED_BY).value())) {
            labels.put(Labels.MANAGED_BY, ServerSideApply.BUTLER);
        }
        if (present.entry(Labels.TEAM).value() instanceof String team) {
            labels.put(Labels.TEAM, team);
        }
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        if (!labels.isEmpty()) {
            metadata.put("labels", labels);
        }
        metadata.put("annotations", Map.of("kustomize.toolkit.fluxcd.io/prune", "disabled"));
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("apiVersion", "v1");
        manifest.put("kind", "Namespace");
        manifest.put("metadata", metadata);
        return manifest;
    }

    private static Optional<Map<String, Object>> words(UntypedTree stored, String field, Predicate<String> isForeign) {
        Map<String, Object> kept =
                new TreeMap<>(stored.at("metadata").entry(field).map());
        kept.keySet().removeIf(isForeign);
        return kept.isEmpty() ? Optional.empty() : Optional.of(kept);
    }

    private static boolean isForeign(List<String> foreign, String key) {
        return foreign.stream().anyMatch(prefix -> prefix.endsWith("/") ? key.startsWith(prefix) : key.equals(prefix));
    }

    private static Object sorted(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, item) -> sorted.put(String.valueOf(key), sorted(item)));
                yield sorted;
            }
            case List<?> list -> list.stream().map(ManifestExporter::sorted).toList();
            case null, default -> value;
        };
    }
}
