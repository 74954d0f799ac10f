package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** EC2 filters: all must match, one value of each is enough, {@code *} and {@code ?} are wildcards. */
record Ec2Filters(Map<String, List<String>> wanted) {
    static Ec2Filters of(AwsCall call) {
        return new Ec2Filters(call.filters());
    }

    /**
     * Returns whether an object passes all filters.
     *
     * @param fields the filters that exist for this type of object
     */
    <T> boolean pass(T thing, Map<String, String> tags, Map<String, Function<T, String>> fields) {
        return wanted.entrySet().stream()
                .allMatch(filter -> value(filter.getKey(), thing, tags, fields)
                        .filter(value -> filter.getValue().stream().anyMatch(pattern -> matches(pattern, value)))
                        .isPresent());
    }

    private static <T> Optional<String> value(
            String name, T thing, Map<String, String> tags, Map<String, Function<T, String>> fields) {
        if (name.startsWith("tag:")) {
            return Optional.ofNullable(tags.get(name.substring("tag:".length())));
        }
        if (!fields.containsKey(name)) {
            throw AwsErrorResponse.of("InvalidParameterValue", "The filter '%s' is invalid".formatted(name));
        }
        return Optional.ofNullable(fields.get(name).apply(thing));
    }

    private static boolean matches(String pattern, String value) {
        String expression = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        return Pattern.matches(expression, value);
    }
}
