package dev.butlerlabs.sim.aws;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A request in the AWS query protocol. Records which parameters are read, so that unsupported ones can be rejected. */
final class AwsCall {
    private final SortedMap<String, String> parameters = new TreeMap<>();
    private final Set<String> read = new HashSet<>();

    AwsCall(String form) {
        for (String pair : form.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        read.add("Action");
        read.add("Version");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    String action() {
        return parameters.getOrDefault("Action", "");
    }

    Optional<String> find(String name) {
        read.add(name);
        return Optional.ofNullable(parameters.get(name));
    }

    /** Returns whether a parameter is given, without reading it. */
    boolean has(String name) {
        return parameters.containsKey(name);
    }

    String require(String name) {
        return find(name)
                .orElseThrow(() -> AwsErrorResponse.of(
                        "MissingParameter", "The request must contain the parameter %s".formatted(name)));
    }

    int number(String name, int fallback) {
        return find(name).map(Integer::parseInt).orElse(fallback);
    }

    boolean truth(String name) {
        return find(name).map(Boolean::parseBoolean).orElse(false);
    }

    /** Returns the values {@code Name.1}, {@code Name.2} and so on. */
    List<String> list(String prefix) {
        List<String> values = new ArrayList<>();
        for (int i = 1; parameters.containsKey(prefix + "." + i); i++) {
            values.add(require(prefix + "." + i));
        }
        return values;
    }

    /** Returns the number of structures {@code Name.1.…}, {@code Name.2.…}. */
    int count(String prefix) {
        int count = 0;
        while (hasUnder(prefix + "." + (count + 1) + ".")) {
            count++;
        }
        return count;
    }

    private boolean hasUnder(String prefix) {
        SortedMap<String, String> rest = parameters.tailMap(prefix);
        return !rest.isEmpty() && rest.firstKey().startsWith(prefix);
    }

    Map<String, List<String>> filters() {
        Map<String, List<String>> filters = new LinkedHashMap<>();
        for (int i = 1; i <= count("Filter"); i++) {
            filters.put(require("Filter." + i + ".Name"), list("Filter." + i + ".Value"));
        }
        return filters;
    }

    /** Returns the tags of the structures {@code prefix.N}. */
    SortedMap<String, String> tags(String prefix) {
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 1; i <= count(prefix); i++) {
            tags.put(
                    require(prefix + "." + i + ".Key"),
                    find(prefix + "." + i + ".Value").orElse(""));
        }
        return tags;
    }

    /** Returns the parameters that were not read. */
    Set<String> unread() {
        Set<String> unread = new TreeSet<>(parameters.keySet());
        unread.removeAll(read);
        return unread;
    }

    /** Returns all parameters but one, for comparing two requests. */
    SortedMap<String, String> without(String name) {
        SortedMap<String, String> rest = new TreeMap<>(parameters);
        rest.remove(name);
        return rest;
    }
}
