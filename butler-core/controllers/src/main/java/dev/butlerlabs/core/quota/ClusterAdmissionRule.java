package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.admission.AdmissionDecision;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TenantCluster;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Admits changes of TenantClusters within the limits of their team and the policies of the platform, and reserves what they request. A
 * deletion is always admitted; it releases its reservation when the object is gone. Thread-safe.
 */
public final class ClusterAdmissionRule implements AdmissionRule<TenantCluster> {
    private final ClusterReservations reservations;

    public ClusterAdmissionRule(ClusterReservations reservations) {
        this.reservations = Objects.requireNonNull(reservations, "reservations");
    }

    @Override
    public Class<TenantCluster> kind() {
        return TenantCluster.class;
    }

    /** @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable */
    @Override
    public AdmissionDecision decide(AdmissionRequest<TenantCluster> request) {
        if (request.operation() == Operation.DELETE || isDeletion(request) || isSameRequest(request)) {
            return AdmissionDecision.ADMITTED;
        }
        TenantCluster cluster = request.after().orElseThrow();
        List<ClusterProblem> problems =
                StoredClusterReader.isReadable(cluster) ? check(request, cluster) : List.of(withoutSpec());
        return new AdmissionDecision(
                problems.stream().map(ClusterProblem::toString).distinct().toList());
    }

    private static ClusterProblem withoutSpec() {
        return new ClusterProblem(
                "spec", Reasons.VALIDATION_FAILED, "a cluster needs a spec.", "Set kubernetesVersion and workers.");
    }

    /** The updates of an object that is being deleted remove finalizers. */
    private static boolean isDeletion(AdmissionRequest<TenantCluster> request) {
        return request.after().filter(TenantCluster::isMarkedForDeletion).isPresent();
    }

    private static boolean isSameRequest(AdmissionRequest<TenantCluster> request) {
        return request.before()
                .map(ClusterAdmissionRule::plain)
                .equals(request.after().map(ClusterAdmissionRule::plain));
    }

    private static ClusterRequest plain(TenantCluster cluster) {
        return ClusterRequest.of(cluster, Optional.empty(), Optional.empty());
    }

    private List<ClusterProblem> check(AdmissionRequest<TenantCluster> request, TenantCluster cluster) {
        ClusterProviderReader.Use use = reservations.providers().read(cluster);
        ClusterRules rules = reservations.rules(cluster.getMetadata().getNamespace(), use.config());
        Optional<ClusterRequest> before = request.before()
                .map(stored -> ClusterRequest.of(
                        stored,
                        rules.limits(),
                        reservations.providers().read(stored).config()));
        ClusterRequest written = ClusterRequest.of(cluster, rules.limits(), use.config());
        ClusterRequest after = written.withCreator(RequesterRules.creator(request, written));
        List<ClusterProblem> problems = Stream.concat(
                        violation(use, before, after).stream(),
                        RequesterRules.check(request, rules, before, written).stream())
                .toList();
        boolean isCounted =
                rules.team().isPresent() && before.map(after::isRaiseOf).orElse(true);
        Optional<List<ClusterProblem>> counted =
                isCounted ? reserve(request, rules, after, !problems.isEmpty()) : Optional.empty();
        return Stream.concat(problems.stream(), counted.orElseGet(() -> rules.check(before, after, List.of())).stream())
                .toList();
    }

    /** Decides even if another rule rejects the change, so that all problems are reported at once; but then reserves nothing. */
    private Optional<List<ClusterProblem>> reserve(
            AdmissionRequest<TenantCluster> request, ClusterRules rules, ClusterRequest after, boolean isRejected) {
        return reservations.reserve(
                rules,
                request.after().orElseThrow(),
                reserved -> after.withCreator(
                        reserved.flatMap(ClusterRequest::creator).or(after::creator)),
                request.operation() == Operation.CREATE,
                request.dryRun() || isRejected);
    }

    private static Optional<ClusterProblem> violation(
            ClusterProviderReader.Use use, Optional<ClusterRequest> before, ClusterRequest after) {
        boolean moves = before.isEmpty() || !before.get().provider().equals(after.provider());
        return use.violation()
                .filter(found -> moves)
                .map(found -> new ClusterProblem("spec.providerConfigRef", found.reason(), found.message(), ""));
    }
}
