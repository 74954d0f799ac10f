package dev.butlerlabs.core.helm;

import java.util.Objects;

/** Where Helm finds a chart. */
public sealed interface ChartSource {
    /** What the addresses of registries begin with. */
    String OCI = "oci://";

    /** The name people know the chart by. */
    String chart();

    /** A chart by the two words of a catalogue: the address of a repository or registry, and a name in it. */
    static ChartSource of(String address, String chart) {
        String place = address.replaceFirst("/+$", "");
        return place.startsWith(OCI) ? new Registry(place + "/" + chart) : new Repository(place, chart);
    }

    /**
     * A chart repository, spoken to by HTTP.
     *
     * @param address of the folder with {@code index.yaml}
     */
    record Repository(String address, String chart) implements ChartSource {
        public Repository {
            Objects.requireNonNull(address, "address");
            Objects.requireNonNull(chart, "chart");
            HelmInputValidator.requireChart(address, chart);
        }
    }

    /**
     * An OCI registry.
     *
     * @param reference {@code oci://host/path/chart}, without a version
     */
    record Registry(String reference) implements ChartSource {
        public Registry {
            int name = reference.lastIndexOf('/') + 1;
            HelmInputValidator.requireChart(reference.substring(0, name), reference.substring(name));
        }

        @Override
        public String chart() {
            return reference.substring(reference.lastIndexOf('/') + 1);
        }
    }

    /**
     * A packed chart in a ConfigMap beside the Job, for clusters that reach nothing else.
     *
     * @param configMap its name
     * @param file the key of the binary data that holds the chart
     */
    record Archive(String configMap, String file, String chart) implements ChartSource {
        public Archive {
            Objects.requireNonNull(configMap, "configMap");
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(chart, "chart");
        }
    }
}
