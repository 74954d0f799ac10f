package dev.butlerlabs.core.helm;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Validates the chart settings of custom resources before they become arguments of Helm. Pure functions. No valid input starts with a
 * hyphen, so none can be interpreted as an option, such as {@code --post-renderer}, which runs a program. Thread-safe.
 */
public final class HelmInputValidator {
    private static final int LONGEST_RELEASE = 53;
    private static final int LONGEST_NAMESPACE = 63;
    private static final Pattern RELEASE =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern CHART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Set<String> SCHEMES = Set.of("http", "https", "oci");

    private HelmInputValidator() {}

    /** Returns every problem of a chart and its release; an empty list if both are valid. */
    public static List<String> problems(String repository, String chart, ReleaseName release) {
        List<String> problems = new ArrayList<>();
        if (!isRepository(repository)) {
            problems.add("\"%s\" is not the address of a chart repository: use https://host/path or oci://host/path."
                    .formatted(repository));
        }
        if (!isChart(repository, chart)) {
            problems.add(
                    "\"%s\" is not the name of a chart: use letters, digits, '.', '_' and '-', starting with a letter or digit."
                            .formatted(chart));
        }
        problems.addAll(problems(release));
        return problems;
    }

    /** Returns every problem of a release; an empty list if it is valid. */
    public static List<String> problems(ReleaseName release) {
        List<String> problems = new ArrayList<>();
        if (release.name().length() > LONGEST_RELEASE
                || !RELEASE.matcher(release.name()).matches()) {
            problems.add("\"%s\" is not a release name: use up to %d lower-case letters, digits, '-' and '.'."
                    .formatted(release.name(), LONGEST_RELEASE));
        }
        if (release.namespace().length() > LONGEST_NAMESPACE
                || !NAMESPACE.matcher(release.namespace()).matches()) {
            problems.add("\"%s\" is not a namespace: use up to %d lower-case letters, digits and '-'."
                    .formatted(release.namespace(), LONGEST_NAMESPACE));
        }
        return problems;
    }

    /**
     * Verifies a chart.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    public static void requireChart(String repository, String chart) {
        if (!isRepository(repository) || !isChart(repository, chart)) {
            throw new IllegalArgumentException(
                    "not a chart of a repository or registry: %s %s".formatted(repository, chart));
        }
    }

    /**
     * Verifies that a list of problems is empty.
     *
     * @throws IllegalArgumentException with the problems
     */
    public static void require(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join(" ", problems));
        }
    }

    /** A registry has a hierarchy of charts, a repository a flat list. */
    private static boolean isChart(String repository, String chart) {
        List<String> segments = repository.startsWith(ChartSource.OCI) ? List.of(chart.split("/", -1)) : List.of(chart);
        return segments.stream().allMatch(segment -> CHART.matcher(segment).matches());
    }

    /** Returns whether an address is valid. User names and passwords are rejected, since the arguments of a Job must not contain them. */
    public static boolean isRepository(String address) {
        try {
            URI uri = new URI(address);
            return uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
