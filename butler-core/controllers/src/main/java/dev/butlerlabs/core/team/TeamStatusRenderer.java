package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TeamStatus.Phase;
import dev.butlerlabs.core.api.TeamStatusBuilder;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** Renders the status of a Team. Pure functions. */
final class TeamStatusRenderer {
    private static final BigInteger GIBIBYTE = BigInteger.valueOf(1024L * 1024 * 1024);

    private TeamStatusRenderer() {}

    /** Returns the new status; what was not observed this time keeps its previous value. */
    static TeamStatus render(TeamReconcileContext scope, ReconcileOutcome outcome) {
        TeamStatus before = Optional.ofNullable(scope.team().getStatus())
                .orElseGet(() -> TeamStatusBuilder.builder().build());
        TeamStatusBuilder status = TeamStatusBuilder.builder(before)
                .phase(phase(outcome.stage(), before))
                .namespace(outcome.stage() == ReconcileOutcome.Stage.READY ? scope.namespace() : before.namespace())
                .observedGeneration(outcome.generation())
                .conditions(outcome.conditions());
        scope.members().ifPresent(status::memberCount);
        scope.usage().ifPresent(usage -> usage(status, usage, TeamQuota.of(usage, scope.limits())));
        return status.build();
    }

    private static Phase phase(ReconcileOutcome.Stage stage, TeamStatus before) {
        return switch (stage) {
            case READY -> Phase.READY;
            case FAILED -> Phase.FAILED;
            case DELETING -> Phase.TERMINATING;
            case PROGRESSING -> Phase.PENDING;
            case PAUSED -> Optional.ofNullable(before.phase()).orElse(Phase.PENDING);
        };
    }

    private static void usage(TeamStatusBuilder status, TeamUsage usage, TeamQuota quota) {
        status.clusterCount(usage.clusters())
                .quotaStatus(quota.status())
                .quotaMessage(quota.message().orElse(null))
                .resourceUsage(new TeamStatus.ResourceUsage(
                        usage.clusters(),
                        usage.nodes(),
                        new Quantity(usage.cpu().stripTrailingZeros().toPlainString()),
                        bytes(usage.memory()),
                        bytes(usage.storage()),
                        quota.percent(TeamQuota.Limit.CLUSTERS).orElse(null),
                        quota.percent(TeamQuota.Limit.NODES).orElse(null),
                        quota.percent(TeamQuota.Limit.CPU).orElse(null),
                        quota.percent(TeamQuota.Limit.MEMORY).orElse(null)));
    }

    /** Returns a number of bytes in Gi if it is a whole number of them. */
    static Quantity bytes(BigDecimal amount) {
        BigInteger whole = amount.toBigInteger();
        return whole.mod(GIBIBYTE).signum() == 0
                ? new Quantity(whole.divide(GIBIBYTE) + "Gi")
                : new Quantity(whole.toString());
    }
}
