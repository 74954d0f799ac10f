package dev.butlerlabs.core.helm;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A request to install a chart. Immutable.
 *
 * @param release the release name
 * @param version always exact, so that nothing is installed in an unspecified version
 * @param values the values of the chart; they may contain secrets
 * @param timeout how long the workloads may take to become ready before Helm rolls back
 */
@RecordBuilder
public record ChartRequest(
        String release,
        String namespace,
        ChartSource source,
        ChartAccess access,
        String version,
        Map<String, Object> values,
        HelmTarget reach,
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
        // A null value is valid: it removes a default of the chart.
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        HelmInputValidator.require(HelmInputValidator.problems(new ReleaseName(namespace, release)));
        if (!isExact(version)) {
            throw new IllegalArgumentException("not an exact version of %s: %s".formatted(source.chart(), version));
        }
    }

    /** Returns a request with default options. */
    public static ChartRequest of(
            String release, String namespace, ChartSource source, String version, Map<String, Object> values) {
        return new ChartRequest(
                release, namespace, source, ChartAccess.OPEN, version, values, new HelmTarget.Inside(), USUAL, true);
    }

    /** Returns whether a version always means the same chart: not a range, and not a word such as latest. */
    public static boolean isExact(String version) {
        return EXACT.matcher(version).matches();
    }

    /** The values may contain secrets, so they are not included. */
    @Override
    public String toString() {
        return "%s/%s from %s %s".formatted(namespace, release, source.chart(), version);
    }
}
