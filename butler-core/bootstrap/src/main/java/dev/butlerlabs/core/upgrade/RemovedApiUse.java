package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.version.MinorVersion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An API that clients use and that a later Kubernetes version removes.
 *
 * @param resource such as {@code flowschemas.v1beta3.flowcontrol.apiserver.k8s.io}
 * @param removedIn the first version without it
 */
public record RemovedApiUse(String resource, MinorVersion removedIn) {
    private static final String METRIC = "apiserver_requested_deprecated_apis{";
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /** Reads the metrics of an API server. */
    static List<RemovedApiUse> of(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith(METRIC) && !line.endsWith(" 0"))
                .flatMap(line -> use(line).stream())
                .distinct()
                .toList();
    }

    private static Optional<RemovedApiUse> use(String line) {
        return MinorVersion.find(label(line, "removed_release"))
                .map(removed -> new RemovedApiUse(
                        String.join(".", label(line, "resource"), label(line, "version"), label(line, "group")),
                        removed));
    }

    private static String label(String line, String name) {
        Matcher labels = LABEL.matcher(line);
        while (labels.find()) {
            if (labels.group(1).equals(name)) {
                return labels.group(2);
            }
        }
        return "";
    }
}
