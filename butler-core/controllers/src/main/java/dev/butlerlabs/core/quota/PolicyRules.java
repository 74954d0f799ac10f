package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Scope;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.TeamAndEnvironment;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Evaluates ClusterCreationPolicies. For each option the policies of the narrowest scope decide: those of the environment, otherwise of the
 * team, otherwise of the platform. Modes {@code pin} and {@code allowList} restrict values; {@code default} and {@code recommended} are
 * suggestions for tools. Pure functions.
 */
final class PolicyRules {
    private PolicyRules() {}

    /** A policy that applies to a cluster; a larger rank is a narrower scope. */
    private record Applicable(String policy, int rank, Map<String, Option> options) {}

    static List<ClusterProblem> check(ClusterRules rules, Optional<ClusterRequest> before, ClusterRequest after) {
        List<Applicable> applicable = rules.policies().stream()
                .flatMap(policy -> applicable(policy, rules, after).stream())
                .toList();
        return Stream.of(PolicyOption.values())
                .filter(option -> isChange(option, before, after))
                .flatMap(option -> check(option, applicable, after))
                .toList();
    }

    /** On another ProviderConfig other policies may apply, so that all options are checked again. */
    private static boolean isChange(PolicyOption option, Optional<ClusterRequest> before, ClusterRequest after) {
        return before.isEmpty()
                || !before.get().provider().equals(after.provider())
                || !before.get().environment().equals(after.environment())
                || !Objects.equals(
                        before.get().options().get(option.path()),
                        after.options().get(option.path()));
    }

    private static Optional<Applicable> applicable(
            ClusterCreationPolicy policy, ClusterRules rules, ClusterRequest after) {
        ClusterCreationPolicySpec spec = policy.getSpec();
        boolean targeted = spec.targetProviders().isEmpty()
                || rules.provider()
                        .map(config -> config.getSpec().provider())
                        .filter(spec.targetProviders()::contains)
                        .isPresent();
        return rank(spec.scope(), rules, after)
                .filter(rank -> targeted)
                .map(rank -> new Applicable(policy.getMetadata().getName(), rank, spec.options()));
    }

    private static Optional<Integer> rank(Scope scope, ClusterRules rules, ClusterRequest after) {
        Optional<String> team = rules.team().map(found -> found.getMetadata().getName());
        if (scope.teamAndEnvironment() != null) {
            TeamAndEnvironment place = scope.teamAndEnvironment();
            boolean matches = team.filter(place.teamRef().name()::equals).isPresent()
                    && after.environment()
                            .filter(place.environmentName()::equals)
                            .isPresent();
            return matches ? Optional.of(2) : Optional.empty();
        }
        if (scope.team() != null) {
            return team.filter(scope.team().teamRef().name()::equals).map(name -> 1);
        }
        return scope.platformWide() != null ? Optional.of(0) : Optional.empty();
    }

    private static Stream<ClusterProblem> check(
            PolicyOption option, List<Applicable> applicable, ClusterRequest after) {
        List<Applicable> concerned = applicable.stream()
                .filter(policy -> policy.options().containsKey(option.path()))
                .toList();
        int narrowest = concerned.stream().mapToInt(Applicable::rank).max().orElse(0);
        return concerned.stream()
                .filter(policy -> policy.rank() == narrowest)
                .sorted(Comparator.comparing(Applicable::policy))
                .flatMap(policy ->
                        check(option, policy.policy(), policy.options().get(option.path()), after).stream());
    }

    private static Optional<ClusterProblem> check(
            PolicyOption option, String policy, Option rule, ClusterRequest after) {
        Optional<String> value = Optional.ofNullable(after.options().get(option.path()));
        List<String> permitted = switch (rule.mode()) {
            case PIN ->
                rule.values().isEmpty() && rule.defaultValue() != null
                        ? List.of(rule.defaultValue())
                        : rule.values().stream().limit(1).toList();
            case ALLOW_LIST -> rule.values();
            case DEFAULT, RECOMMENDED -> List.of();
        };
        return permitted.isEmpty() || value.filter(permitted::contains).isPresent()
                ? Optional.empty()
                : Optional.of(problem(option, policy, rule.mode(), value, permitted));
    }

    private static ClusterProblem problem(
            PolicyOption option, String policy, Option.Mode mode, Optional<String> value, List<String> permitted) {
        return new ClusterProblem(
                "spec." + option.path(),
                ClusterProblem.POLICY_VIOLATED,
                value.map(text -> "ClusterCreationPolicy %s does not permit \"%s\".".formatted(policy, text))
                        .orElseGet(() -> "ClusterCreationPolicy %s requires a value.".formatted(policy)),
                mode == Option.Mode.PIN
                        ? "Set it to %s.".formatted(permitted.getFirst())
                        : "Use one of: %s.".formatted(String.join(", ", permitted)));
    }
}
