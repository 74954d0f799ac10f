package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Computes the differences between two trees, field by field. */
public final class TenantDiff {
    /**
     * One changed field.
     *
     * @param cluster the name of the cluster
     * @param before empty if the field is added
     * @param after empty if the field is removed
     */
    public record Difference(String cluster, String path, Optional<Object> before, Optional<Object> after) {
        /** Returns text such as {@code ~ spec.workers.replicas: 1 -> 3}. */
        public String line() {
            if (before.isEmpty()) {
                return "+ %s: %s".formatted(path, after.orElseThrow());
            }
            return after.map(value -> "~ %s: %s -> %s".formatted(path, before.get(), value))
                    .orElseGet(() -> "- %s: %s".formatted(path, before.get()));
        }

        /** Returns the fields for JSON and YAML output. */
        public Map<String, Object> document() {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("cluster", cluster);
            document.put("path", path);
            before.ifPresent(value -> document.put("before", value));
            after.ifPresent(value -> document.put("after", value));
            return document;
        }
    }

    private final String cluster;
    private final List<Difference> differences = new ArrayList<>();

    private TenantDiff(String cluster) {
        this.cluster = cluster;
    }

    /** Returns the differences between a stored object and the result of a change; managedFields and status are ignored. */
    public static List<Difference> between(
            String cluster, Optional<Map<String, Object>> stored, Map<String, Object> wanted) {
        TenantDiff diff = new TenantDiff(cluster);
        diff.compare(
                "", stored.map(TenantExporter::withDefaults).orElse(Map.of()), TenantExporter.withDefaults(wanted));
        return List.copyOf(diff.differences);
    }

    private void compare(String path, Object before, Object after) {
        if (before instanceof Map<?, ?> || after instanceof Map<?, ?>) {
            Map<String, Object> left = UntypedTree.of(before).copy();
            Map<String, Object> right = UntypedTree.of(after).copy();
            Set<String> names = new LinkedHashSet<>(left.keySet());
            names.addAll(right.keySet());
            names.forEach(name -> compare(path.isEmpty() ? name : path + "." + name, left.get(name), right.get(name)));
        } else if (!Objects.equals(before, after)) {
            differences.add(new Difference(cluster, path, Optional.ofNullable(before), Optional.ofNullable(after)));
        }
    }
}
