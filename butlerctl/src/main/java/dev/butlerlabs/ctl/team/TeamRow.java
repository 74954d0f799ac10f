package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.cli.identity.EnumWord;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A team in a list.
 *
 * @param team empty if the user is not permitted to read Teams
 * @param current whether commands use its namespace
 */
record TeamRow(String name, Optional<Team> team, boolean current) {
    static final TableLayout<TeamRow> LISTING = TableLayout.of(
            List.of(
                    Column.of("current", row -> row.current() ? "*" : ""),
                    Column.of("name", TeamRow::name),
                    Column.of("phase", TeamRow::phase),
                    Column.of("clusters", TeamRow::clusters)),
            TeamRow::name,
            TeamRow::document);

    TeamRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(team, "team");
    }

    private Optional<TeamStatus> status() {
        return team.map(Team::getStatus);
    }

    private String phase() {
        return EnumWord.of(status().map(TeamStatus::phase));
    }

    private String clusters() {
        return status().map(TeamStatus::clusterCount).map(String::valueOf).orElse("-");
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("current", current);
        status().map(TeamStatus::phase).ifPresent(phase -> document.put("phase", phase()));
        status().map(TeamStatus::clusterCount).ifPresent(count -> document.put("clusters", count));
        return document;
    }
}
