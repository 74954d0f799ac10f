package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.quota.TeamUsage;
import java.util.Objects;
import java.util.Optional;

/** Holds the state of one reconciliation of a Team. */
final class TeamReconcileContext {
    private final Team team;
    private Optional<TeamSpec.ResourceLimits> limits;
    private Optional<TeamUsage> usage = Optional.empty();
    private Optional<Integer> members = Optional.empty();

    TeamReconcileContext(Team team) {
        this.team = team.getSpec() == null ? withSpec(team) : team;
        this.limits = Optional.ofNullable(this.team.getSpec().resourceLimits());
    }

    /** The API accepts a Team without a spec: it has no members and no limits. */
    private static Team withSpec(Team team) {
        Team completed = new Team();
        completed.setMetadata(team.getMetadata());
        completed.setStatus(team.getStatus());
        completed.setSpec(TeamSpecBuilder.builder().build());
        return completed;
    }

    Team team() {
        return team;
    }

    /** Returns the namespace of the team, which has its name. */
    String namespace() {
        return team.getMetadata().getName();
    }

    TeamSpec.Access access() {
        return Objects.requireNonNullElseGet(team.getSpec().access(), () -> new TeamSpec.Access(null, null));
    }

    /** Returns the limits that apply to the team: its own, and the default ones once they are read. */
    Optional<TeamSpec.ResourceLimits> limits() {
        return limits;
    }

    void limited(Optional<TeamSpec.ResourceLimits> found) {
        limits = found;
    }

    void counted(TeamUsage found) {
        usage = Optional.of(found);
    }

    Optional<TeamUsage> usage() {
        return usage;
    }

    void bound(int count) {
        members = Optional.of(count);
    }

    Optional<Integer> members() {
        return members;
    }
}
