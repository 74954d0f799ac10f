package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Arranges manifests as files of a repository, with a kustomization.yaml in each directory: {@code cluster} for cluster-scoped objects and
 * {@code namespaces/NAMESPACE} for the others. The same manifests give the same files in any order. Pure functions.
 */
final class RepositoryLayout {
    private static final String KUSTOMIZATION = "kustomization.yaml";
    private static final Pattern SAFE_NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");

    private final Function<Object, String> yaml;
    private final SequencedMap<String, String> files = new TreeMap<>();
    /** The entries of the kustomization.yaml of each directory. */
    private final Map<String, Set<String>> resources = new TreeMap<>();

    private RepositoryLayout(Function<Object, String> yaml) {
        this.yaml = yaml;
    }

    /**
     * Returns the files by their relative path, ordered by path.
     *
     * @param yaml writes a tree as YAML
     * @throws ButlerException if an object has a name that is not a valid file name
     */
    static SequencedMap<String, String> of(
            String title, List<Map<String, Object>> manifests, Function<Object, String> yaml) {
        RepositoryLayout layout = new RepositoryLayout(yaml);
        layout.resources.put("", new TreeSet<>());
        manifests.stream().map(UntypedTree::of).forEach(layout::add);
        layout.writeKustomizations();
        layout.files.put("README.md", readme(title, manifests));
        return layout.files;
    }

    private void add(UntypedTree manifest) {
        String kind = manifest.anyText("kind");
        String name = safe(manifest, manifest.anyText("metadata.name"));
        Optional<String> namespace = manifest.text("metadata.namespace").map(text -> safe(manifest, text));
        boolean isNamespace = kind.equals("Namespace");
        String directory = isNamespace
                ? "namespaces/" + name
                : namespace.map("namespaces/"::concat).orElse("cluster");
        String file = isNamespace ? "namespace.yaml" : "%s-%s.yaml".formatted(kind.toLowerCase(Locale.ROOT), name);
        files.put(directory + "/" + file, yaml.apply(manifest.value()));
        resources.get("").add(directory);
        resources.computeIfAbsent(directory, _ -> new TreeSet<>()).add(file);
    }

    private static String safe(UntypedTree manifest, String name) {
        if (!SAFE_NAME.matcher(name).matches()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s \"%s\" cannot be exported: its name is not a valid file name."
                            .formatted(manifest.anyText("kind"), name));
        }
        return name;
    }

    private void writeKustomizations() {
        resources.forEach((directory, entries) -> {
            Map<String, Object> kustomization = new LinkedHashMap<>();
            kustomization.put("apiVersion", "kustomize.config.k8s.io/v1beta1");
            kustomization.put("kind", "Kustomization");
            kustomization.put("resources", List.copyOf(entries));
            files.put(directory.isEmpty() ? KUSTOMIZATION : directory + "/" + KUSTOMIZATION, yaml.apply(kustomization));
        });
    }

    private static String readme(String title, List<Map<String, Object>> manifests) {
        StringBuilder text = new StringBuilder();
        text.append("# ").append(title).append("\n\n");
        text.append("Exported by Butler. Apply it with Flux or with `kubectl apply -k`.\n\n");
        Map<String, Set<String>> secrets = new TreeMap<>();
        manifests.stream()
                .flatMap(manifest -> RequiredSecret.of(UntypedTree.of(manifest)).stream())
                .sorted(Comparator.comparing(
                        (RequiredSecret secret) -> secret.name().toString()))
                .forEach(secret -> secrets.computeIfAbsent(secret.name().toString(), _ -> new TreeSet<>())
                        .add(secret.usedBy()));
        text.append("## Secrets\n\n");
        if (secrets.isEmpty()) {
            text.append("The objects refer to no Secrets.\n");
            return text.toString();
        }
        text.append("Secrets are not exported. Create these before you apply the objects:\n\n");
        text.append("| Secret | used by |\n|---|---|\n");
        secrets.forEach((name, users) -> text.append("| `%s` | %s |\n".formatted(name, String.join(", ", users))));
        return text.toString();
    }
}
