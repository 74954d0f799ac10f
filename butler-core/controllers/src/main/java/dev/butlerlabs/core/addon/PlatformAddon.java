package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.helm.ReleaseName;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A platform addon, as described in {@code manifests/addons}. Immutable.
 *
 * @param version of the addon; {@code ${version}} in its texts
 * @param when the switch that enables it; always enabled if empty
 * @param aliases alternative names
 * @param dependsOn the addons that must be ready first, if they are enabled
 * @param remote the URL of manifests to apply, with placeholders
 * @param manifests the texts of Kubernetes objects with placeholders, applied after the chart
 * @param ready the objects that must be ready
 */
@RecordBuilder
public record PlatformAddon(
        String name,
        String title,
        String version,
        Optional<String> when,
        Set<String> aliases,
        List<String> dependsOn,
        Optional<Chart> chart,
        Optional<String> remote,
        List<String> manifests,
        List<Part> ready,
        Images images) {
    public PlatformAddon {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(when, "when");
        aliases = Set.copyOf(aliases);
        dependsOn = List.copyOf(dependsOn);
        Objects.requireNonNull(chart, "chart");
        Objects.requireNonNull(remote, "remote");
        manifests = List.copyOf(manifests);
        ready = List.copyOf(ready);
        Objects.requireNonNull(images, "images");
    }

    /**
     * The Helm chart of an addon.
     *
     * @param source the URL of a repository or registry, or {@link #PACKED}
     * @param release the name of the release if it differs from that of the addon
     * @param isPrivileged whether its pods need a privileged namespace
     * @param values YAML with placeholders
     * @param overrides values that replace those
     */
    public record Chart(
            String source,
            String name,
            Optional<String> release,
            String namespace,
            boolean beforeNetwork,
            boolean isPrivileged,
            String values,
            Map<String, Object> overrides) {
        /** The source of the chart that is part of the program. */
        static final String PACKED = "packed";

        public Chart {
            Objects.requireNonNull(release, "release");
            // A null value is valid: it removes a default of the chart.
            overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
        }

        /** Returns whether the chart is part of the program. */
        public boolean isPacked() {
            return source.equals(PACKED);
        }

        Chart with(Map<String, Object> values) {
            return new Chart(source, name, release, namespace, beforeNetwork, isPrivileged, this.values, values);
        }
    }

    /** Returns the Helm release of the addon, if it has a chart. */
    public Optional<ReleaseName> release() {
        return chart.map(
                helm -> new ReleaseName(helm.namespace(), helm.release().orElse(name)));
    }

    /**
     * The images of an addon, as far as they are known.
     *
     * @param names with placeholders
     * @param areAll whether the list is complete
     */
    public record Images(List<String> names, boolean areAll) {
        /** No image is known. */
        public static final Images UNKNOWN = new Images(List.of(), false);

        public Images {
            names = List.copyOf(names);
        }
    }

    /**
     * An object that must be ready.
     *
     * @param namespace empty for cluster-scoped objects
     */
    public record Part(Kind kind, String namespace, String name) {
        /** The supported types. */
        public enum Kind {
            DEPLOYMENT("Deployment"),
            DAEMON_SET("DaemonSet"),
            STATEFUL_SET("StatefulSet"),
            DEFINITION("CustomResourceDefinition");

            private final String word;

            Kind(String word) {
                this.word = word;
            }

            String word() {
                return word;
            }
        }

        @Override
        public String toString() {
            return "%s %s".formatted(kind.word(), namespace.isEmpty() ? name : namespace + "/" + name);
        }
    }
}
