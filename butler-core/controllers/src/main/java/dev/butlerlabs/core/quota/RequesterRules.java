package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Rules that only admission can check, since they depend on who requests a change or on both versions of an object. Pure functions. */
final class RequesterRules {
    private RequesterRules() {}

    /** Returns the creator of a cluster: the annotation, otherwise the user who creates it. */
    static Optional<String> creator(AdmissionRequest<TenantCluster> request, ClusterRequest after) {
        return request.operation() == Operation.CREATE
                ? after.creator().or(() -> Optional.of(request.requester().name()))
                : after.creator();
    }

    static List<ClusterProblem> check(
            AdmissionRequest<TenantCluster> request,
            ClusterRules rules,
            Optional<ClusterRequest> before,
            ClusterRequest after) {
        List<ClusterProblem> problems = new ArrayList<>();
        boolean isLimited = EnvironmentRules.maximumPerMember(rules, after).isPresent();
        if (isLimited && before.isEmpty() && after.creator().isPresent()) {
            foreign(request.requester().name(), after.creator().get()).ifPresent(problems::add);
        }
        before.ifPresent(stored -> {
            if (isLimited && !stored.creator().equals(after.creator())) {
                problems.add(problem("the creator must not change.", "Restore the annotation."));
            }
            if (!rules.environments().isEmpty()
                    && !stored.environment().equals(after.environment())
                    && !isMigration(request)) {
                problems.add(new ClusterProblem(
                        EnvironmentRules.LABEL,
                        ClusterProblem.ENVIRONMENT_INVALID,
                        "the environment of a cluster must not change.",
                        "To move the cluster, set the annotation %s to \"true\" with the label."
                                .formatted(Annotations.MIGRATION_OPERATION)));
            }
        });
        return problems;
    }

    private static Optional<ClusterProblem> foreign(String requester, String creator) {
        return EnvironmentRules.isSameUser(requester, creator)
                ? Optional.empty()
                : Optional.of(problem(
                        "the creator must be the user who creates the cluster, %s.".formatted(requester),
                        "Remove or correct the annotation."));
    }

    private static ClusterProblem problem(String message, String fix) {
        return new ClusterProblem(EnvironmentRules.CREATOR, ClusterProblem.CREATOR_INVALID, message, fix);
    }

    private static boolean isMigration(AdmissionRequest<TenantCluster> request) {
        Map<String, String> annotations = request.after()
                .map(cluster -> cluster.getMetadata().getAnnotations())
                .orElse(Map.of());
        return Objects.equals(annotations.get(Annotations.MIGRATION_OPERATION), "true");
    }
}
