package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TeamStatus.Phase;
import dev.butlerlabs.core.api.TeamStatusBuilder;
import dev.butlerlabs.core.quota.TeamQuota;
import dev.butlerlabs.core.quota.TeamUsage;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;

/** Renders the status of a Team. Pure functions. */
final class TeamStatusRenderer {
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
                        TeamUsage.bytes(usage.memory()),
                        TeamUsage.bytes(usage.storage()),
                        quota.percent(TeamQuota.Limit.CLUSTERS).orElse(null),
                        quota.percent(TeamQuota.Limit.NODES).orElse(null),
                        quota.percent(TeamQuota.Limit.CPU).orElse(null),
                        quota.percent(TeamQuota.Limit.MEMORY).orElse(null)));
    }
}
