package dev.butlerlabs.core.server.route;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path with parameters, such as {@code /api/clusters/{ns}/{name}}. Immutable.
 *
 * @param segments the parts between slashes
 */
public record PathTemplate(List<String> segments) {
    /** Names of objects, users and runs. Nothing that could change the meaning of an address of the Kubernetes API. */
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._:@+-]{0,251}[A-Za-z0-9])?");

    public PathTemplate {
        segments = List.copyOf(segments);
    }

    public static PathTemplate parse(String text) {
        return new PathTemplate(List.of(text.substring(1).split("/", -1)));
    }

    /** Returns the names of the parameters. */
    public List<String> parameters() {
        return segments.stream()
                .filter(PathTemplate::isParameter)
                .map(PathTemplate::parameter)
                .toList();
    }

    /** Returns the decoded parameters if a path matches. A parameter is a name; slashes, dots alone and malformed escapes do not match. */
    public Optional<Map<String, String>> match(String path) {
        String[] parts = path.substring(1).split("/", -1);
        if (parts.length != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i++) {
            String segment = segments.get(i);
            Optional<String> part = decoded(parts[i]);
            if (part.isEmpty() || (!isParameter(segment) && !segment.equals(part.get()))) {
                return Optional.empty();
            }
            if (isParameter(segment)) {
                values.put(parameter(segment), part.get());
            }
        }
        return Optional.of(values);
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    private static String parameter(String segment) {
        return segment.substring(1, segment.length() - 1);
    }

    private static Optional<String> decoded(String part) {
        try {
            return Optional.of(URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .filter(text -> SEGMENT.matcher(text).matches());
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Returns how many segments are fixed; of several matching templates the one with more of them is meant. */
    int fixedSegments() {
        return (int) Arrays.stream(segments.toArray(String[]::new))
                .filter(segment -> !isParameter(segment))
                .count();
    }

    @Override
    public String toString() {
        return "/" + String.join("/", segments);
    }
}
