package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TeamSpec.Environment;
import dev.butlerlabs.core.api.TeamSpec.EnvironmentLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The environments of a team: each cluster is in one of them, and they have limits of their own. A cluster that was admitted without an
 * environment, or in one that was removed since, stays admitted. Pure functions.
 */
final class EnvironmentRules {
    static final String LABEL = "metadata.labels[%s]".formatted(Labels.ENVIRONMENT);
    static final String CREATOR = "metadata.annotations[%s]".formatted(Annotations.CREATOR_EMAIL);

    private EnvironmentRules() {}

    static List<ClusterProblem> check(
            ClusterRules rules, Optional<ClusterRequest> before, ClusterRequest after, List<ClusterRequest> others) {
        List<Environment> environments = rules.environments();
        boolean moves = before.isEmpty() || !before.get().environment().equals(after.environment());
        if (environments.isEmpty() || !moves) {
            return List.of();
        }
        return find(environments, after)
                .map(environment -> limits(environment, after, others))
                .orElseGet(() -> List.of(invalid(rules.teamName(), environments, after)));
    }

    static Optional<Environment> find(List<Environment> environments, ClusterRequest request) {
        return environments.stream()
                .filter(environment ->
                        request.environment().filter(environment.name()::equals).isPresent())
                .findFirst();
    }

    /** Returns the maximum number of clusters per member in the environment of a request. */
    static Optional<Integer> maximumPerMember(ClusterRules rules, ClusterRequest request) {
        return find(rules.environments(), request)
                .map(Environment::limits)
                .map(EnvironmentLimits::maxClustersPerMember);
    }

    private static ClusterProblem invalid(String team, List<Environment> environments, ClusterRequest after) {
        String names = environments.stream().map(Environment::name).collect(Collectors.joining(", "));
        return new ClusterProblem(
                LABEL,
                ClusterProblem.ENVIRONMENT_INVALID,
                after.environment()
                        .map(name -> "team \"%s\" has no environment \"%s\".".formatted(team, name))
                        .orElseGet(() -> "team \"%s\" requires an environment.".formatted(team)),
                "Set the label to one of: %s.".formatted(names));
    }

    private static List<ClusterProblem> limits(
            Environment environment, ClusterRequest after, List<ClusterRequest> others) {
        Optional<EnvironmentLimits> limits = Optional.ofNullable(environment.limits());
        List<ClusterRequest> beside = others.stream()
                .filter(other -> other.environment().equals(after.environment()))
                .toList();
        List<ClusterProblem> problems = new ArrayList<>();
        limits.map(EnvironmentLimits::maxClusters)
                .filter(maximum -> beside.size() >= maximum)
                .map(maximum -> full(environment.name(), beside.size(), maximum))
                .ifPresent(problems::add);
        limits.map(EnvironmentLimits::maxClustersPerMember)
                .flatMap(maximum -> perMember(environment.name(), maximum, after, beside))
                .ifPresent(problems::add);
        return problems;
    }

    private static ClusterProblem full(String environment, int used, int maximum) {
        return new ClusterProblem(
                LABEL,
                Reasons.ENVIRONMENT_QUOTA_EXCEEDED,
                "environment \"%s\" has %d of %d clusters.".formatted(environment, used, maximum),
                "Delete a cluster of the environment, use another one, or ask a team administrator to raise its maxClusters.");
    }

    private static Optional<ClusterProblem> perMember(
            String environment, int maximum, ClusterRequest after, List<ClusterRequest> beside) {
        if (after.creator().isEmpty()) {
            return Optional.of(new ClusterProblem(
                    CREATOR,
                    ClusterProblem.CREATOR_INVALID,
                    "environment \"%s\" limits the clusters of each member, and the creator is not known."
                            .formatted(environment),
                    "Set the annotation to the name of the creator."));
        }
        String creator = after.creator().get();
        long own = beside.stream()
                .filter(other -> other.creator()
                        .filter(name -> isSameUser(name, creator))
                        .isPresent())
                .count();
        return own < maximum
                ? Optional.empty()
                : Optional.of(new ClusterProblem(
                        LABEL,
                        Reasons.PER_MEMBER_CAP_EXCEEDED,
                        "%s has %d of %d clusters in environment \"%s\".".formatted(creator, own, maximum, environment),
                        "Delete one of them, or ask a team administrator to raise maxClustersPerMember."));
    }

    /** E-mail addresses are compared without case. */
    static boolean isSameUser(String one, String other) {
        return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
}
