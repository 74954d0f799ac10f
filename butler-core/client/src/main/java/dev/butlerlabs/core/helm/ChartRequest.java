package dev.butlerlabs.core.helm;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A chart that is wanted on a cluster.
 *
 * @param release what Helm calls the installation
 * @param version always given and exact: nothing is installed at whatever version happens to be the newest
 * @param values for the chart; they may hold secrets
 * @param timeout how long the workloads may take to be ready before all is undone
 */
@RecordBuilder
public record ChartRequest(
        String release,
        String namespace,
        ChartSource source,
        ChartAccess access,
        String version,
        Map<String, Object> values,
        Reach reach,
        Duration timeout,
        boolean createNamespace) {
    private static final Pattern EXACT = Pattern.compile("v?\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?");
    private static final Duration USUAL = Duration.ofMinutes(10);

    public ChartRequest {
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(access, "access");
        Objects.requireNonNull(reach, "reach");
        Objects.requireNonNull(timeout, "timeout");
        // A value may be null: that is how a default of the chart is taken away.
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        HelmInputValidator.require(HelmInputValidator.problems(new ReleaseName(namespace, release)));
        if (!isExact(version)) {
            throw new IllegalArgumentException("not an exact version of %s: %s".formatted(source.chart(), version));
        }
    }

    /** A request with nothing unusual about it. */
    public static ChartRequest of(
            String release, String namespace, ChartSource source, String version, Map<String, Object> values) {
        return new ChartRequest(
                release, namespace, source, ChartAccess.OPEN, version, values, new Reach.Inside(), USUAL, true);
    }

    /** Whether a version names one chart, whenever it is looked for: no range and no word like latest. */
    public static boolean isExact(String version) {
        return EXACT.matcher(version).matches();
    }

    /** Values may hold secrets. */
    @Override
    public String toString() {
        return "%s/%s from %s %s".formatted(namespace, release, source.chart(), version);
    }
}
