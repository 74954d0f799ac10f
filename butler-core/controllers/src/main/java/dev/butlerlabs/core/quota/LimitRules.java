package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.quota.TeamQuota.Limit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The limits of a team: clusters, nodes, CPU cores, memory and storage. Pure functions. */
final class LimitRules {
    private LimitRules() {}

    static List<ClusterProblem> check(
            ClusterRules rules, Optional<ClusterRequest> before, ClusterRequest after, List<ClusterRequest> others) {
        return rules.limits()
                .map(limits -> check(rules.teamName(), limits, before, after, others))
                .orElse(List.of());
    }

    private static List<ClusterProblem> check(
            String team,
            ResourceLimits limits,
            Optional<ClusterRequest> before,
            ClusterRequest after,
            List<ClusterRequest> others) {
        TeamUsage previous = before.map(ClusterRequest::usage).orElse(TeamUsage.NONE);
        TeamUsage total = others.stream().map(ClusterRequest::usage).reduce(after.usage(), TeamUsage::plus);
        List<ClusterProblem> problems = new ArrayList<>();
        TeamQuota.of(total, Optional.of(limits)).entries().stream()
                .filter(TeamQuota.Entry::isExceeded)
                .filter(entry ->
                        entry.limit().of(after.usage()).compareTo(entry.limit().of(previous)) > 0)
                .map(entry -> exceeded(team, entry, after))
                .forEach(problems::add);
        Optional.ofNullable(limits.maxNodesPerCluster())
                .filter(maximum ->
                        after.usage().nodes() > maximum && after.usage().nodes() > previous.nodes())
                .map(maximum -> tooManyNodes(team, maximum, after))
                .ifPresent(problems::add);
        return problems;
    }

    private static ClusterProblem exceeded(String team, TeamQuota.Entry entry, ClusterRequest after) {
        Limit limit = entry.limit();
        BigDecimal own = limit.of(after.usage());
        String message = limit == Limit.CLUSTERS
                ? "team \"%s\" has %s of %s clusters."
                        .formatted(team, limit.text(entry.used().subtract(own)), limit.text(entry.maximum()))
                : "team \"%s\" uses %s of %s %s, and the cluster needs %s."
                        .formatted(
                                team,
                                limit.text(entry.used().subtract(own)),
                                limit.text(entry.maximum()),
                                limit,
                                limit.text(own));
        return new ClusterProblem(limit.field(), Reasons.QUOTA_EXCEEDED, message, fix(limit));
    }

    private static String fix(Limit limit) {
        String change = limit == Limit.CLUSTERS
                ? "Delete a cluster of the team"
                : "Request less, or delete clusters of the team";
        return "%s, or ask a platform administrator to raise resourceLimits.%s.".formatted(change, limit.setting());
    }

    private static ClusterProblem tooManyNodes(String team, int maximum, ClusterRequest after) {
        return new ClusterProblem(
                "spec.workers.replicas",
                Reasons.QUOTA_EXCEEDED,
                "a cluster of team \"%s\" can have %d nodes, and this one needs %d."
                        .formatted(team, maximum, after.usage().nodes()),
                "Request fewer nodes, or ask a platform administrator to raise resourceLimits.maxNodesPerCluster.");
    }
}
