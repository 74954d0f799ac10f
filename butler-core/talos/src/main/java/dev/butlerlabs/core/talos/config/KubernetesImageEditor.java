package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and changes the Kubernetes versions of a machine configuration, and leaves everything else unchanged. Accepts documents that
 * this program does not know, since a machine may run a newer Talos version. Pure functions.
 */
public final class KubernetesImageEditor {
    private static final String SOURCE = "The machine configuration";
    private static final String IMAGE = "image";

    private KubernetesImageEditor() {}

    /** Returns the versions that the configuration sets. A component without an image, or with a digest instead of a tag, is left out. */
    public static Map<KubernetesComponent, ReleaseVersion> versions(String configuration) {
        List<Map<String, Object>> documents = documents(configuration);
        Map<KubernetesComponent, ReleaseVersion> versions = new EnumMap<>(KubernetesComponent.class);
        for (KubernetesComponent component : KubernetesComponent.values()) {
            documents.stream()
                    .flatMap(document -> image(document, component).stream())
                    .findFirst()
                    .flatMap(image -> ReleaseVersion.find(tag(image)))
                    .ifPresent(version -> versions.put(component, version));
        }
        return versions;
    }

    /**
     * Returns the configuration with another version of a component, from the same registry.
     *
     * @throws IllegalArgumentException if the configuration does not set the image of the component
     */
    public static String with(String configuration, KubernetesComponent component, ReleaseVersion version) {
        List<Map<String, Object>> documents = documents(configuration);
        boolean isChanged = false;
        for (Map<String, Object> document : documents) {
            Optional<String> image = image(document, component);
            if (image.isPresent()) {
                UntypedTree.put(document, path(document, component), withTag(image.get(), version));
                isChanged = true;
            }
        }
        if (!isChanged) {
            throw new IllegalArgumentException("the configuration sets no image of " + component.program());
        }
        return YamlWriter.writeAll(documents);
    }

    /** Returns the image of another version of a component, from the same registry; empty if the configuration sets no image of it. */
    public static Optional<String> image(String configuration, KubernetesComponent component, ReleaseVersion version) {
        return documents(configuration).stream()
                .flatMap(document -> image(document, component).stream())
                .findFirst()
                .map(image -> withTag(image, version));
    }

    private static List<Map<String, Object>> documents(String configuration) {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (Object document : YamlReader.documents(SOURCE, configuration)) {
            if (document instanceof Map<?, ?>) {
                documents.add(UntypedTree.of(document).copy());
            }
        }
        return documents;
    }

    private static Optional<String> image(Map<String, Object> document, KubernetesComponent component) {
        boolean isRelevant =
                !document.containsKey("kind") || component.documentKind().equals(document.get("kind"));
        return isRelevant
                ? UntypedTree.of(document).text(path(document, component)).filter(image -> !image.isEmpty())
                : Optional.empty();
    }

    private static String path(Map<String, Object> document, KubernetesComponent component) {
        return document.containsKey("kind") ? IMAGE : component.path();
    }

    /** Returns the tag of an image; empty without one. A colon before the last slash belongs to a port. */
    private static String tag(String image) {
        int colon = image.indexOf(':', image.lastIndexOf('/') + 1);
        return colon < 0 ? "" : image.substring(colon + 1).replaceFirst("@.*", "");
    }

    /** A digest belongs to the old version and is removed. */
    private static String withTag(String image, ReleaseVersion version) {
        String plain = image.replaceFirst("@.*", "");
        int colon = plain.indexOf(':', plain.lastIndexOf('/') + 1);
        return (colon < 0 ? plain : plain.substring(0, colon)) + ":" + version;
    }
}
