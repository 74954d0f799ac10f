package dev.butlerlabs.core.tenant.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What differs between two trees, field by field. */
public final class TenantDiff {
    /**
     * One field that differs.
     *
     * @param cluster whose field it is
     * @param before empty when the field comes
     * @param after empty when the field goes
     */
    public record Difference(String cluster, String path, Optional<Object> before, Optional<Object> after) {
        /** {@code ~ spec.workers.replicas: 1 -> 3}. */
        public String line() {
            if (before.isEmpty()) {
                return "+ %s: %s".formatted(path, after.orElseThrow());
            }
            return after.map(value -> "~ %s: %s -> %s".formatted(path, before.get(), value))
                    .orElseGet(() -> "- %s: %s".formatted(path, before.get()));
        }

        /** As data for programs. */
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

    /** What a server would make of a stored object; bookkeeping and status are left out of both. */
    public static List<Difference> between(
            String cluster, Optional<Map<String, Object>> stored, Map<String, Object> wanted) {
        TenantDiff diff = new TenantDiff(cluster);
        diff.compare("", stored.map(TenantExport::withDefaults).orElse(Map.of()), TenantExport.withDefaults(wanted));
        return List.copyOf(diff.differences);
    }

    private void compare(String path, Object before, Object after) {
        if (before instanceof Map<?, ?> || after instanceof Map<?, ?>) {
            Map<String, Object> left = Tree.asMap(before);
            Map<String, Object> right = Tree.asMap(after);
            Set<String> names = new LinkedHashSet<>(left.keySet());
            names.addAll(right.keySet());
            names.forEach(name -> compare(path.isEmpty() ? name : path + "." + name, left.get(name), right.get(name)));
        } else if (!Objects.equals(before, after)) {
            differences.add(new Difference(cluster, path, Optional.ofNullable(before), Optional.ofNullable(after)));
        }
    }
}
