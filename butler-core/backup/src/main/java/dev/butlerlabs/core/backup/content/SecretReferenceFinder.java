package dev.butlerlabs.core.backup.content;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Finds the Secrets that a custom resource refers to, by the names of its fields and annotations. Pure functions. */
final class SecretReferenceFinder {
    private SecretReferenceFinder() {}

    /** @param found receives namespace and name */
    static void find(GenericKubernetesResource object, BiConsumer<String, String> found) {
        ObjectMeta metadata = object.getMetadata();
        String home = Objects.requireNonNullElse(metadata.getNamespace(), "");
        Optional.ofNullable(metadata.getAnnotations())
                .orElse(Map.of())
                .forEach((key, value) -> visit(key, value, home, found));
        visit("spec", object.get("spec"), home, found);
        visit("status", object.get("status"), home, found);
    }

    private static void visit(String key, Object value, String home, BiConsumer<String, String> found) {
        switch (value) {
            case Map<?, ?> fields -> {
                if (namesSecret(key) && fields.get("name") instanceof String name) {
                    found.accept(fields.get("namespace") instanceof String other ? other : home, name);
                }
                fields.forEach((name, field) -> visit(String.valueOf(name), field, home, found));
            }
            case List<?> items -> items.forEach(item -> visit(key, item, home, found));
            case String text when namesSecret(key) && !text.isEmpty() -> found.accept(home, text);
            case null, default -> {
                // Numbers and booleans refer to nothing.
            }
        }
    }

    private static boolean namesSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return lower.endsWith("secretref")
                || lower.endsWith("secretkeyref")
                || lower.endsWith("credentialsref")
                || lower.endsWith("secretname")
                || lower.endsWith("-secret")
                || lower.endsWith("kubeconfigref")
                || lower.equals("secret")
                || lower.equals("kubeconfig");
    }
}
