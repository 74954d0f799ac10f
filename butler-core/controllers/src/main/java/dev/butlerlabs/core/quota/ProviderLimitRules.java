package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The scope of a ProviderConfig and its limits for each team. Pure functions. */
final class ProviderLimitRules {
    private static final String PATH = "spec.providerConfigRef";

    private ProviderLimitRules() {}

    static List<ClusterProblem> check(
            ClusterRules rules, Optional<ClusterRequest> before, ClusterRequest after, List<ClusterRequest> others) {
        if (rules.provider().isEmpty()) {
            return List.of();
        }
        ProviderConfig config = rules.provider().get();
        boolean moves = before.isEmpty() || !before.get().provider().equals(after.provider());
        List<ClusterProblem> problems = new ArrayList<>();
        if (moves) {
            scope(rules, config).ifPresent(problems::add);
        }
        if (rules.team().isPresent()) {
            int nodesBefore = moves ? 0 : before.orElseThrow().usage().nodes();
            problems.addAll(limits(config, moves, nodesBefore, after, others));
        }
        return problems;
    }

    private static Optional<ClusterProblem> scope(ClusterRules rules, ProviderConfig config) {
        Optional<String> only = ProviderAccessPolicy.onlyTeam(config);
        Optional<String> team = rules.team().map(found -> found.getMetadata().getName());
        return only.isEmpty() || only.equals(team)
                ? Optional.empty()
                : Optional.of(new ClusterProblem(
                        PATH,
                        Reasons.PROVIDER_ACCESS_DENIED,
                        "ProviderConfig %s is limited to another team.".formatted(ObjectName.from(config)),
                        "Use a ProviderConfig of the platform or of the own team."));
    }

    private static List<ClusterProblem> limits(
            ProviderConfig config, boolean moves, int nodesBefore, ClusterRequest after, List<ClusterRequest> others) {
        Optional<ProviderConfigSpec.Limits> limits =
                Optional.ofNullable(config.getSpec().limits());
        TeamUsage used = others.stream()
                .filter(other -> other.provider().equals(after.provider()))
                .map(ClusterRequest::usage)
                .reduce(TeamUsage.NONE, TeamUsage::plus);
        List<ClusterProblem> problems = new ArrayList<>();
        limits.map(ProviderConfigSpec.Limits::maxClustersPerTeam)
                .filter(maximum -> moves && used.clusters() >= maximum)
                .map(maximum -> exceeded(config, "%d of %d clusters.".formatted(used.clusters(), maximum)))
                .ifPresent(problems::add);
        int nodes = after.usage().nodes();
        limits.map(ProviderConfigSpec.Limits::maxNodesPerTeam)
                .filter(maximum -> nodes > nodesBefore && used.nodes() + nodes > maximum)
                .map(maximum -> exceeded(
                        config, "%d of %d nodes, and the cluster needs %d.".formatted(used.nodes(), maximum, nodes)))
                .ifPresent(problems::add);
        return problems;
    }

    private static ClusterProblem exceeded(ProviderConfig config, String amount) {
        return new ClusterProblem(
                PATH,
                Reasons.QUOTA_EXCEEDED,
                "on ProviderConfig %s the team uses %s".formatted(ObjectName.from(config), amount),
                "Use another ProviderConfig, delete clusters, or ask a platform administrator to raise its limits.");
    }
}
