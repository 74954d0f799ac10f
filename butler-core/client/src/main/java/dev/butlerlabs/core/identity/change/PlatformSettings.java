package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of the platform that a command changes; all others stay as they are.
 *
 * @param provider the default ProviderConfig; {@code none} removes it
 * @param limits default limits of teams, by their option; {@code none} removes one
 */
public record PlatformSettings(
        Optional<Mode> mode, Optional<String> namespace, Optional<String> provider, Map<String, String> limits) {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?(m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    /** The fields in {@code spec.defaultTeamLimits}, by option. */
    private static final Map<String, Field> FIELDS = Map.of(
            "--team-max-clusters", new Field("maxClusters", true),
            "--team-max-workers", new Field("maxWorkersPerCluster", true),
            "--team-max-cpu", new Field("maxTotalCPU", false),
            "--team-max-memory", new Field("maxTotalMemory", false),
            "--team-max-storage", new Field("maxTotalStorage", false));

    private record Field(String name, boolean whole) {}

    public PlatformSettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(provider, "provider");
        limits = Map.copyOf(limits);
    }

    /**
     * Returns the changed fields of the spec; null removes a field.
     *
     * @throws ButlerException with every value that is not valid
     */
    public Map<String, Object> fields() {
        List<InputProblem> problems = problems();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid settings:", problems);
        }
        MergeFields defaults = new MergeFields();
        limits.forEach((flag, text) -> defaults.putOrRemove(FIELDS.get(flag).name(), Optional.of(value(flag, text))));
        return new MergeFields()
                .putObject("multiTenancy", new MergeFields().put("mode", mode.map(PlatformSettings::word)))
                .put("defaultNamespace", namespace)
                .putOrRemove("defaultProviderConfigRef", provider.map(PlatformSettings::reference))
                .putObject("defaultTeamLimits", defaults)
                .asMap();
    }

    private List<InputProblem> problems() {
        List<InputProblem> problems = new ArrayList<>();
        namespace
                .filter(text -> !NAMESPACE.matcher(text).matches())
                .map(text -> new InputProblem("--default-namespace", "invalid value \"%s\"".formatted(text)))
                .ifPresent(problems::add);
        limits.keySet().stream()
                .sorted()
                .filter(flag -> !isValid(flag, limits.get(flag)))
                .map(flag -> new InputProblem(
                        flag, "invalid value \"%s\"".formatted(limits.get(flag)), rule(FIELDS.get(flag))))
                .forEach(problems::add);
        return problems;
    }

    private static String rule(Field field) {
        return field.whole()
                ? "must be a whole number from 1, or none"
                : "must be an amount such as 32 or 64Gi, or none";
    }

    private static boolean isValid(String flag, String text) {
        return MergeFields.NONE.equals(text)
                || (FIELDS.get(flag).whole() ? NUMBER : AMOUNT).matcher(text).matches();
    }

    private static Object value(String flag, String text) {
        return FIELDS.get(flag).whole() && !MergeFields.NONE.equals(text) ? Integer.valueOf(text) : text;
    }

    private static Object reference(String name) {
        return MergeFields.NONE.equals(name) ? name : Map.of("name", name);
    }

    private static String word(Mode mode) {
        return switch (mode) {
            case ENFORCED -> "Enforced";
            case OPTIONAL -> "Optional";
            case DISABLED -> "Disabled";
        };
    }
}
