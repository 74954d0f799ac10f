package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules for tenant clusters of one namespace. Pure functions: they decide on what they are given and read nothing.
 *
 * <p>A rule looks only at what a change changes. A cluster that was admitted stays admitted when a limit is lowered or a policy added, and
 * a change that lowers the usage is always admitted.
 *
 * @param team the team of the namespace; without one, only policies for the whole platform apply
 * @param policies all policies of the platform
 * @param provider the ProviderConfig of the cluster; empty if it does not exist yet
 * @param misplaced the problem of a new cluster in the namespace; empty if the settings of the platform permit one
 */
record ClusterRules(
        Optional<Team> team,
        List<ClusterCreationPolicy> policies,
        Optional<ProviderConfig> provider,
        Optional<ClusterProblem> misplaced) {
    ClusterRules {
        Objects.requireNonNull(team, "team");
        policies = List.copyOf(policies);
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(misplaced, "misplaced");
    }

    ClusterRules with(Optional<ProviderConfig> other) {
        return new ClusterRules(team, policies, other, misplaced);
    }

    /**
     * Returns all problems of a change.
     *
     * @param before what was admitted for the cluster; empty for a new one
     * @param others what is reserved for the other clusters of the namespace
     */
    List<ClusterProblem> check(Optional<ClusterRequest> before, ClusterRequest after, List<ClusterRequest> others) {
        return Stream.of(
                        before.isEmpty() ? misplaced.stream().toList() : List.<ClusterProblem>of(),
                        LimitRules.check(this, before, after, others),
                        EnvironmentRules.check(this, before, after, others),
                        ProviderLimitRules.check(this, before, after, others),
                        AllowanceRules.check(this, before, after),
                        PolicyRules.check(this, before, after))
                .flatMap(List::stream)
                .toList();
    }

    Optional<TeamSpec.ResourceLimits> limits() {
        return team.flatMap(ClusterRules::limits);
    }

    static Optional<TeamSpec.ResourceLimits> limits(Team team) {
        return Optional.ofNullable(team.getSpec()).map(TeamSpec::resourceLimits);
    }

    List<TeamSpec.Environment> environments() {
        return team.map(Team::getSpec).map(TeamSpec::environments).orElse(List.of());
    }

    /** Returns the name of the team; only rules of a team call this. */
    String teamName() {
        return team.orElseThrow().getMetadata().getName();
    }
}
