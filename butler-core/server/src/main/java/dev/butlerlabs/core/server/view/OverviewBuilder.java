package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.view.Overview.ClusterSummary;
import dev.butlerlabs.core.server.view.Overview.ProviderSummary;
import dev.butlerlabs.core.server.view.Overview.RunSummaryView;
import dev.butlerlabs.core.server.view.Overview.TeamSummary;
import dev.butlerlabs.core.server.view.PlatformViews.ManagementView;
import dev.butlerlabs.core.server.view.PlatformViews.PoolRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProblemRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.TeamRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Summarizes the rows of all pages. Pure functions. */
public final class OverviewBuilder {
    private static final int MOST_UNHEALTHY = 20;
    private static final int MOST_POOLS = 10;
    private static final int FULL_PERCENT = 85;
    private static final int NEAR_LIMIT_PERCENT = 80;
    private static final String ERROR = "Error";
    private static final String WARNING = "Warning";

    private OverviewBuilder() {}

    /** The rows that the user may read. */
    public record Rows(
            Optional<ManagementView> management,
            Optional<List<ClusterRow>> clusters,
            Optional<List<PoolRow>> pools,
            Optional<List<TeamRow>> teams,
            Optional<List<ProviderRow>> providers,
            Optional<List<RunViews.RunRow>> runs) {}

    /** Returns the page. */
    public static Overview overview(Rows rows) {
        return new Overview(
                rows.management(),
                rows.clusters().map(OverviewBuilder::clusters),
                rows.pools().map(OverviewBuilder::fullest),
                rows.teams().map(OverviewBuilder::teams),
                rows.providers().map(OverviewBuilder::providers),
                rows.runs()
                        .map(runs -> new RunSummaryView(runs.stream()
                                .filter(run -> run.state().equals("running"))
                                .toList())),
                problems(rows));
    }

    private static ClusterSummary clusters(List<ClusterRow> rows) {
        Map<String, Integer> byPhase = new TreeMap<>();
        rows.forEach(row -> byPhase.merge(row.phase(), 1, Integer::sum));
        return new ClusterSummary(
                rows.size(),
                byPhase,
                rows.stream()
                        .filter(row -> row.problem().isPresent())
                        .limit(MOST_UNHEALTHY)
                        .toList());
    }

    private static List<PoolRow> fullest(List<PoolRow> rows) {
        return rows.stream()
                .sorted(Comparator.comparingInt(OverviewBuilder::usedPercent).reversed())
                .limit(MOST_POOLS)
                .toList();
    }

    private static int usedPercent(PoolRow row) {
        return row.total() == 0 ? 0 : (int) (100 * row.allocated() / row.total());
    }

    private static TeamSummary teams(List<TeamRow> rows) {
        return new TeamSummary(
                rows.size(), rows.stream().filter(OverviewBuilder::isNearLimit).toList());
    }

    private static boolean isNearLimit(TeamRow row) {
        return row.quota().stream()
                .anyMatch(quota -> quota.percent()
                        .filter(percent -> percent >= NEAR_LIMIT_PERCENT)
                        .isPresent());
    }

    private static ProviderSummary providers(List<ProviderRow> rows) {
        return new ProviderSummary(
                rows.size(), rows.stream().filter(OverviewBuilder::isNotReady).toList());
    }

    private static boolean isNotReady(ProviderRow row) {
        return row.ready().filter(ready -> !ready).isPresent();
    }

    private static List<ProblemRow> problems(Rows rows) {
        List<ProblemRow> problems = new ArrayList<>();
        rows.management().ifPresent(view -> problems.addAll(view.problems()));
        rows.clusters()
                .orElse(List.of())
                .forEach(row -> row.problem()
                        .ifPresent(text -> problems.add(problem(
                                row.phase().equals("Failed") ? ERROR : WARNING,
                                "TenantCluster " + row.namespace() + "/" + row.name(),
                                text,
                                "/clusters/" + row.namespace() + "/" + row.name()))));
        rows.providers().orElse(List.of()).stream()
                .filter(OverviewBuilder::isNotReady)
                .forEach(row -> problems.add(problem(
                        ERROR, "ProviderConfig " + row.namespace() + "/" + row.name(), row.message(), "/providers")));
        rows.pools().orElse(List.of()).stream()
                .filter(row -> usedPercent(row) >= FULL_PERCENT)
                .forEach(row -> problems.add(problem(
                        WARNING,
                        "NetworkPool " + row.namespace() + "/" + row.name(),
                        "%d of %d addresses are allocated.".formatted(row.allocated(), row.total()),
                        "/networks/" + row.namespace() + "/" + row.name())));
        rows.teams().orElse(List.of()).stream()
                .filter(OverviewBuilder::isNearLimit)
                .forEach(row -> problems.add(problem(
                        WARNING,
                        "Team " + row.name(),
                        row.message().orElse("A limit is almost reached."),
                        "/teams/" + row.name())));
        problems.sort(Comparator.comparing(problem -> problem.severity().equals(ERROR) ? 0 : 1));
        return problems;
    }

    private static ProblemRow problem(String severity, String subject, String message, String link) {
        return new ProblemRow(severity, subject, message, Optional.empty(), Optional.empty(), Optional.of(link));
    }
}
