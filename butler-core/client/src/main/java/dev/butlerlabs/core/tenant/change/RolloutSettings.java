package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How the workers of a tenant cluster are replaced: numbers such as {@code 2}, or percentages of the workers such as {@code 25%}. Stored
 * in annotations of the TenantCluster, so that all later rollouts use them. Immutable.
 *
 * @param maxSurge how many workers may exist in addition to the requested number; empty for the default
 * @param maxUnavailable how many of the requested workers may be unavailable; empty for the default
 */
public record RolloutSettings(Optional<String> maxSurge, Optional<String> maxUnavailable) {
    /** The defaults of Cluster API. */
    private static final String DEFAULT_SURGE = "1";

    private static final String DEFAULT_UNAVAILABLE = "0";

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
    private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,2}%|100%");
    private static final Pattern ZERO = Pattern.compile("0+%?");
    private static final String FORM = "must be a number such as 1, or a percentage such as 25%";

    public RolloutSettings {
        Objects.requireNonNull(maxSurge, "maxSurge");
        Objects.requireNonNull(maxUnavailable, "maxUnavailable");
    }

    /** Reads the annotations of a TenantCluster. */
    public static RolloutSettings of(HasMetadata cluster) {
        Map<String, String> annotations =
                Optional.ofNullable(cluster.getMetadata().getAnnotations()).orElse(Map.of());
        return new RolloutSettings(
                Optional.ofNullable(annotations.get(Annotations.MAX_SURGE)),
                Optional.ofNullable(annotations.get(Annotations.MAX_UNAVAILABLE)));
    }

    /** Returns these settings where present, otherwise those of the argument. */
    public RolloutSettings orElse(RolloutSettings others) {
        return new RolloutSettings(maxSurge.or(others::maxSurge), maxUnavailable.or(others::maxUnavailable));
    }

    public boolean isDefault() {
        return maxSurge.isEmpty() && maxUnavailable.isEmpty();
    }

    /**
     * Returns the values that are malformed.
     *
     * @param surgePath the name of the first setting in the problems
     * @param unavailablePath the name of the second
     */
    public List<InputProblem> malformed(String surgePath, String unavailablePath) {
        List<InputProblem> problems = new ArrayList<>();
        maxSurge.filter(value -> !isValid(value)).ifPresent(value -> problems.add(invalid(surgePath, value)));
        maxUnavailable
                .filter(value -> !isValid(value))
                .ifPresent(value -> problems.add(invalid(unavailablePath, value)));
        return List.copyOf(problems);
    }

    /** Returns the values that are malformed, or else do not permit to replace a worker. */
    public List<InputProblem> problems(String surgePath, String unavailablePath) {
        List<InputProblem> malformed = malformed(surgePath, unavailablePath);
        return malformed.isEmpty() && isZero(surge()) && isZero(unavailable())
                ? List.of(new InputProblem(
                        unavailablePath,
                        "no worker can be replaced if the maximum surge and the maximum unavailable are both 0",
                        "set one of them to 1 or more"))
                : malformed;
    }

    private static InputProblem invalid(String path, String value) {
        return new InputProblem(path, "invalid value \"%s\"".formatted(value), FORM);
    }

    private static boolean isValid(String value) {
        return NUMBER.matcher(value).matches() || PERCENTAGE.matcher(value).matches();
    }

    private static boolean isZero(String value) {
        return ZERO.matcher(value).matches();
    }

    private String surge() {
        return maxSurge.orElse(DEFAULT_SURGE);
    }

    private String unavailable() {
        return maxUnavailable.orElse(DEFAULT_UNAVAILABLE);
    }

    /** Returns the fields of a Cluster API rolling update. Numbers are numbers there, and percentages text. */
    public Map<String, Object> rollingUpdate() {
        return Map.of("maxSurge", field(surge()), "maxUnavailable", field(unavailable()));
    }

    private static Object field(String value) {
        return NUMBER.matcher(value).matches() ? (Object) Integer.valueOf(value) : value;
    }

    /** Returns the annotations that store the settings that are present. */
    public Map<String, String> annotations() {
        Map<String, String> annotations = new LinkedHashMap<>();
        maxSurge.ifPresent(value -> annotations.put(Annotations.MAX_SURGE, value));
        maxUnavailable.ifPresent(value -> annotations.put(Annotations.MAX_UNAVAILABLE, value));
        return annotations;
    }

    @Override
    public String toString() {
        return "max surge %s, max unavailable %s".formatted(surge(), unavailable());
    }
}
