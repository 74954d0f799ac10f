package dev.butlerlabs.core.addon;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A chart that is wanted on a cluster.
 *
 * @param release what Helm calls the installation
 * @param repository the address of a chart repository; empty when the chart itself is an OCI reference
 * @param version always given: nothing is installed at whatever version happens to be the newest
 * @param beforeNetwork whether it has to be installable while pods have no network yet
 */
@RecordBuilder
public record ChartRequest(
        String release,
        String namespace,
        Optional<String> repository,
        String chart,
        String version,
        Map<String, Object> values,
        boolean beforeNetwork) {
    public ChartRequest {
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(repository, "repository");
        Objects.requireNonNull(chart, "chart");
        Objects.requireNonNull(version, "version");
        values = Map.copyOf(values);
    }
}
