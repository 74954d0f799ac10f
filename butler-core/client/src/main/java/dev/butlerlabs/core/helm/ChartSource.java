package dev.butlerlabs.core.helm;

import java.util.Objects;

/** The location of a chart. */
public sealed interface ChartSource {
    /** The prefix of registry addresses. */
    String OCI = "oci://";

    /** Returns the name of the chart. */
    String chart();

    /**
     * Returns the source for an address and a chart name.
     *
     * @param address the address of a repository or registry
     * @throws IllegalArgumentException if the address or the name is not valid
     */
    static ChartSource of(String address, String chart) {
        String place = address.replaceFirst("/+$", "");
        return place.startsWith(OCI) ? new Registry(place + "/" + chart) : new Repository(place, chart);
    }

    /**
     * An HTTP chart repository.
     *
     * @param address the directory with {@code index.yaml}
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
     * A packaged chart in a ConfigMap in the namespace of the Job, for clusters without access to a repository.
     *
     * @param configMap its name
     * @param file the key of the binary data with the chart
     */
    record Archive(String configMap, String file, String chart) implements ChartSource {
        public Archive {
            Objects.requireNonNull(configMap, "configMap");
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(chart, "chart");
        }
    }
}
