package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.identity.change.TeamClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Table layout of Teams. */
public final class TeamTable {
    private TeamTable() {}

    public static TableLayout<Team> at(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", team -> team.getMetadata().getName()),
                Column.of("phase", TeamTable::phase),
                Column.of("members", team -> status(team, TeamStatus::memberCount)),
                Column.of("clusters", team -> status(team, TeamStatus::clusterCount)),
                Column.of("quota", team -> EnumWord.of(optional(team, TeamStatus::quotaStatus))),
                Column.of("age", team -> age(team, now)),
                Column.wide("namespace", TeamClient::namespace),
                Column.wide("display-name", team -> FactPrinter.orDash(displayName(team)))));
    }

    static String phase(Team team) {
        return EnumWord.of(optional(team, TeamStatus::phase));
    }

    private static String displayName(Team team) {
        return Optional.ofNullable(team.getSpec()).map(TeamSpec::displayName).orElse("");
    }

    private static <T> Optional<T> optional(Team team, Function<TeamStatus, T> field) {
        return Optional.ofNullable(team.getStatus()).map(field);
    }

    private static <T> String status(Team team, Function<TeamStatus, T> field) {
        return optional(team, field).map(Object::toString).orElse("-");
    }

    static String age(HasMetadata object, Instant now) {
        return AgeFormatter.between(
                Optional.ofNullable(object.getMetadata().getCreationTimestamp()).map(Instant::parse), now);
    }
}
