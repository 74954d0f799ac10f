package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicySpec;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.TeamAndEnvironment;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a ClusterCreationPolicy refers to: a team, one of its environments, and ProviderConfigs. Pure functions.
 *
 * @param team the team of its scope
 * @param environment the environment of that team
 * @param providerConfigs names in the rule for ProviderConfigs
 */
record PolicyReferences(Optional<String> team, Optional<String> environment, List<String> providerConfigs) {
    private static final List<String> OPTIONS =
            Stream.of(PolicyOption.values()).map(PolicyOption::path).toList();

    PolicyReferences {
        providerConfigs = List.copyOf(providerConfigs);
    }

    static PolicyReferences of(ClusterCreationPolicySpec spec) {
        Optional<TeamAndEnvironment> place = Optional.ofNullable(spec.scope().teamAndEnvironment());
        Optional<String> team = place.map(TeamAndEnvironment::teamRef)
                .or(() -> Optional.ofNullable(spec.scope().team()).map(ClusterCreationPolicySpec.TeamScope::teamRef))
                .map(reference -> reference.name());
        List<String> configs = Optional.ofNullable(spec.options().get(PolicyOption.PROVIDER_CONFIG.path())).stream()
                .flatMap(PolicyReferences::values)
                .distinct()
                .toList();
        return new PolicyReferences(team, place.map(TeamAndEnvironment::environmentName), configs);
    }

    private static Stream<String> values(Option option) {
        return Stream.concat(option.values().stream(), Stream.ofNullable(option.defaultValue()));
    }

    /**
     * Returns the references to objects that do not exist, such as {@code Team/payments}.
     *
     * @param foundTeam the team of {@link #team()}; empty if it does not exist
     * @param existingConfigs names of ProviderConfigs in any namespace
     */
    List<String> stale(Optional<TeamSpec> foundTeam, Set<String> existingConfigs) {
        Stream<String> missingTeam = team.filter(_ -> foundTeam.isEmpty()).map(name -> "Team/" + name).stream();
        Stream<String> missingEnvironment = environment
                .filter(name -> foundTeam.isPresent() && !hasEnvironment(foundTeam.get(), name))
                .map(name -> "Team/%s/environments/%s".formatted(team.orElseThrow(), name))
                .stream();
        Stream<String> missingConfigs = providerConfigs.stream()
                .filter(name -> !existingConfigs.contains(name))
                .map(name -> "ProviderConfig/" + name);
        return Stream.of(missingTeam, missingEnvironment, missingConfigs)
                .flatMap(names -> names)
                .toList();
    }

    private static boolean hasEnvironment(TeamSpec team, String name) {
        return team.environments().stream().anyMatch(environment -> Objects.equals(environment.name(), name));
    }

    /** Returns a message for each option that has no effect: an unknown one, or a restriction without a value. */
    static List<String> ineffectiveOptions(ClusterCreationPolicySpec spec) {
        Map<String, Option> sorted = new TreeMap<>(spec.options());
        return sorted.entrySet().stream()
                .flatMap(option -> problem(option.getKey(), option.getValue()).stream())
                .toList();
    }

    private static Optional<String> problem(String path, Option option) {
        if (PolicyOption.named(path).isEmpty()) {
            return Optional.of("spec.options.%s: is not an option and has no effect.%s"
                    .formatted(
                            path,
                            SpellingSuggestion.to(path, OPTIONS)
                                    .map(" Did you mean %s?"::formatted)
                                    .orElse("")));
        }
        boolean restrictsNothing = switch (option.mode()) {
            case PIN -> values(option).findAny().isEmpty();
            case ALLOW_LIST -> option.values().isEmpty();
            case DEFAULT, RECOMMENDED -> false;
        };
        return restrictsNothing
                ? Optional.of("spec.options.%s: has no values and restricts nothing. Set values.".formatted(path))
                : Optional.empty();
    }
}
