package dev.butlerlabs.core.addon;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One part of the platform, as it is described under {@code manifests/addons}.
 *
 * @param version of what it brings; {@code ${version}} in its texts
 * @param when the switch that wants it; always wanted when empty
 * @param aliases other names by which it is asked for
 * @param dependsOn what has to be ready first, when it is wanted at all
 * @param remote the address of objects that are applied from there, with places to fill in
 * @param manifests texts of Kubernetes objects with places to fill in, applied after the chart
 * @param ready the objects that have to be available
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
     * The chart it is installed by.
     *
     * @param source address of a repository or registry
     * @param isPrivileged whether its pods do what the security rules for ordinary pods forbid
     * @param values YAML with places to fill in
     */
    public record Chart(
            String source, String name, String namespace, boolean beforeNetwork, boolean isPrivileged, String values) {}

    /**
     * What it runs, as far as that is known.
     *
     * @param names with places to fill in
     * @param areAll whether it runs no other
     */
    public record Images(List<String> names, boolean areAll) {
        /** Nothing is known. */
        public static final Images UNKNOWN = new Images(List.of(), false);

        public Images {
            names = List.copyOf(names);
        }
    }

    /**
     * An object that has to be available.
     *
     * @param namespace empty for what belongs to the cluster as a whole
     */
    public record Part(Kind kind, String namespace, String name) {
        /** The kinds there are. */
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
