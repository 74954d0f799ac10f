package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares two versions of an object field by field. Status and metadata other than labels and annotations are ignored, and so are the labels
 * that Flux adds.
 */
public final class FieldComparison {
    private static final Set<String> IGNORED = Set.of("apiVersion", "kind", "metadata", "status");
    private static final String FLUX = "kustomize.toolkit.fluxcd.io/";

    /**
     * One field that differs.
     *
     * @param cluster the value in the cluster; empty if it is not set there
     * @param repository the value that the repository gives; empty if it sets none
     */
    public record Difference(String path, Optional<Object> cluster, Optional<Object> repository) {
        /** Returns text such as {@code ~ spec.workers.replicas: 1 -> 3}: the value in the cluster and that of the repository. */
        public String line() {
            if (cluster.isEmpty()) {
                return "+ %s: %s".formatted(path, repository.orElseThrow());
            }
            return repository
                    .map(value -> "~ %s: %s -> %s".formatted(path, cluster.get(), value))
                    .orElseGet(() -> "- %s: %s".formatted(path, cluster.get()));
        }

        Map<String, Object> document() {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("path", path);
            cluster.ifPresent(value -> document.put("cluster", value));
            repository.ifPresent(value -> document.put("repository", value));
            return document;
        }
    }

    private final boolean hideValues;
    private final List<Difference> differences = new ArrayList<>();

    private FieldComparison(boolean hideValues) {
        this.hideValues = hideValues;
    }

    /** Returns the differing fields. The values of Secrets are hidden. */
    static List<Difference> between(UntypedTree cluster, UntypedTree repository) {
        FieldComparison comparison = new FieldComparison(cluster.anyText("kind").equals("Secret"));
        for (String field : List.of("labels", "annotations")) {
            comparison.compare(
                    "metadata." + field,
                    cluster.at("metadata").entry(field).value(),
                    repository.at("metadata").entry(field).value());
        }
        keys(cluster.value(), repository.value()).stream()
                .filter(field -> !IGNORED.contains(field))
                .forEach(field -> comparison.compare(
                        field,
                        cluster.entry(field).value(),
                        repository.entry(field).value()));
        return List.copyOf(comparison.differences);
    }

    private void compare(String path, Object cluster, Object repository) {
        if (isMap(cluster, repository)) {
            keys(cluster, repository).stream()
                    .filter(key -> !key.startsWith(FLUX))
                    .forEach(key -> compare(
                            path + "." + key,
                            UntypedTree.of(cluster).entry(key).value(),
                            UntypedTree.of(repository).entry(key).value()));
        } else if (cluster instanceof List<?> left
                && repository instanceof List<?> right
                && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                compare("%s[%d]".formatted(path, i), left.get(i), right.get(i));
            }
        } else if (!Objects.equals(cluster, repository)) {
            differences.add(new Difference(path, shown(cluster), shown(repository)));
        }
    }

    /** An added or removed map is compared key by key too, so that every path is named. */
    private static boolean isMap(Object cluster, Object repository) {
        return (cluster instanceof Map<?, ?> && (repository == null || repository instanceof Map<?, ?>))
                || (cluster == null && repository instanceof Map<?, ?>);
    }

    private Optional<Object> shown(Object value) {
        return Optional.ofNullable(value).map(shown -> hideValues ? "(hidden)" : shown);
    }

    private static Set<String> keys(Object left, Object right) {
        Set<String> keys = new TreeSet<>(UntypedTree.of(left).map().keySet());
        keys.addAll(UntypedTree.of(right).map().keySet());
        return keys;
    }
}
