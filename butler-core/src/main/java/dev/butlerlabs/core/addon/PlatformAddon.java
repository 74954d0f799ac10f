package dev.butlerlabs.core.addon;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One part of the platform, as it is described under {@code manifests/addons}.
 *
 * @param when the switch that wants it; always wanted when empty
 * @param dependsOn what has to be ready first, when it is wanted at all
 * @param manifests texts of Kubernetes objects with places to fill in, applied after the chart
 * @param ready the workloads that have to be available
 */
public record PlatformAddon(
        String name,
        String title,
        Optional<String> when,
        List<String> dependsOn,
        Optional<Chart> chart,
        List<String> manifests,
        List<Workload> ready) {
    public PlatformAddon {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(when, "when");
        dependsOn = List.copyOf(dependsOn);
        Objects.requireNonNull(chart, "chart");
        manifests = List.copyOf(manifests);
        ready = List.copyOf(ready);
    }

    /**
     * The chart it is installed by.
     *
     * @param values YAML with places to fill in
     */
    public record Chart(
            Optional<String> repository,
            String name,
            String version,
            String namespace,
            boolean beforeNetwork,
            String values) {}

    /** A workload that has to be available. */
    public record Workload(Kind kind, String namespace, String name) {
        /** The kinds of workload there are. */
        public enum Kind {
            DEPLOYMENT("Deployment"),
            DAEMON_SET("DaemonSet"),
            STATEFUL_SET("StatefulSet");

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
            return "%s %s/%s".formatted(kind.word(), namespace, name);
        }
    }
}
