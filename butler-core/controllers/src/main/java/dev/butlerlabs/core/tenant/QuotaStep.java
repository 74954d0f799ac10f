package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.quota.ClusterProblem;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.quota.QuotaResult;
import dev.butlerlabs.core.reconcile.StepResult;
import java.time.Duration;
import java.util.stream.Collectors;

/**
 * Waits until a tenant cluster is within the limits of its team. A cluster that exceeds a limit never fails: it continues by itself when
 * there is room. Sends no request for a cluster that has its reservation and did not change.
 */
final class QuotaStep {
    /** For changes that no watch reports, such as a namespace that gets another team. */
    private static final Duration POLL = Duration.ofMinutes(1);

    private final ClusterReservations reservations;
    private final QuotaWaitIndex waiting;

    QuotaStep(ClusterReservations reservations, QuotaWaitIndex waiting) {
        this.reservations = reservations;
        this.waiting = waiting;
    }

    StepResult run(TenantReconcileContext scope) {
        // Registered before the limits are read, so that a change after that triggers a reconciliation.
        waiting.add(ObjectName.from(scope.cluster()));
        QuotaResult result;
        try {
            result = reservations.ensure(scope.cluster(), scope.provider());
        } catch (ButlerException e) {
            return unknown(scope, e);
        }
        return result.isAdmitted()
                ? admitted(scope, result)
                : StepResult.waiting(reason(result), message(result), POLL);
    }

    /** A cluster that was admitted continues even if its limits cannot be read any more. */
    private static StepResult unknown(TenantReconcileContext scope, ButlerException failure) {
        return switch (failure.kind()) {
            case UNREACHABLE, TIMEOUT, CONFLICT, ENVIRONMENT, CANCELLED -> throw failure;
            case INTERNAL, USAGE, INVALID, DENIED, NOT_FOUND, PROVIDER, DEGRADED -> {
                String message = "The limits cannot be checked: " + failure.getMessage();
                yield ClusterReservations.wasAdmitted(scope.cluster())
                        ? StepResult.done("LimitsUnknown", message)
                        : StepResult.waiting("LimitsUnknown", message);
            }
        };
    }

    private StepResult admitted(TenantReconcileContext scope, QuotaResult result) {
        waiting.remove(ObjectName.from(scope.cluster()));
        return StepResult.done(result.team()
                .map("Within the limits of team %s."::formatted)
                .orElseGet(() -> "Namespace %s belongs to no team.".formatted(scope.home())));
    }

    private static String reason(QuotaResult result) {
        return result.problems().getFirst().reason();
    }

    private static String message(QuotaResult result) {
        return result.problems().stream().map(ClusterProblem::toString).collect(Collectors.joining(" "));
    }
}
