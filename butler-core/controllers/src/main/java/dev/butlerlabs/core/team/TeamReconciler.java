package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Gives each Team a namespace, binds its members to roles in it, limits and counts its tenant clusters, and blocks its deletion while it has
 * any.
 */
public final class TeamReconciler implements ReconcilerDefinition<Team, TeamStatus, TeamReconcileContext> {
    private final TeamMemberIndex index = new TeamMemberIndex();
    private final TeamSteps steps;

    public TeamReconciler(KubernetesClient client) {
        this.steps = new TeamSteps(client, index);
    }

    @Override
    public String name() {
        return "team";
    }

    @Override
    public Class<Team> kind() {
        return Team.class;
    }

    @Override
    public TeamReconcileContext scope(Team team) {
        return new TeamReconcileContext(team);
    }

    @Override
    public List<Step<TeamReconcileContext>> steps() {
        return List.of(
                Step.of(ConditionTypes.NAMESPACE_READY, steps::namespace),
                Step.of(ConditionTypes.RBAC_READY, steps::members),
                Step.of("LimitsApplied", steps::limits),
                Step.of("UsageCounted", steps::usage));
    }

    @Override
    public Optional<Cleanup<TeamReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(
                Finalizers.TEAM,
                List.of(
                        Step.of("ClustersDeleted", steps::awaitClustersGone),
                        Step.of("NamespaceDeleted", steps::removeNamespace))));
    }

    @Override
    public List<Condition> conditions(Team team) {
        return Optional.ofNullable(team.getStatus()).map(TeamStatus::conditions).orElse(List.of());
    }

    @Override
    public TeamStatus status(Team team, TeamReconcileContext scope, ReconcileOutcome outcome) {
        return TeamStatusRenderer.render(scope, outcome);
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(
                // The namespace of a team has its name.
                new Watch<>(
                        TenantCluster.class,
                        Optional.empty(),
                        cluster -> Set.of(team(cluster.getMetadata().getNamespace()))),
                new Watch<>(
                        User.class,
                        Optional.empty(),
                        user -> index.teamsOf(user).stream()
                                .map(TeamReconciler::team)
                                .collect(Collectors.toUnmodifiableSet())),
                new Watch<>(
                        ButlerConfig.class,
                        Optional.empty(),
                        _ -> index.teams().stream().map(TeamReconciler::team).collect(Collectors.toUnmodifiableSet())));
    }

    private static ObjectName team(String name) {
        return new ObjectName(Optional.empty(), name);
    }
}
