package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.view.PlatformViews.ManagementView;
import dev.butlerlabs.core.server.view.PlatformViews.PoolRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProblemRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.TeamRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first page: problems first. Sections that the user may not read are absent.
 *
 * @param pools the fullest first
 * @param problems the worst first
 */
public record Overview(
        Optional<ManagementView> management,
        Optional<ClusterSummary> clusters,
        Optional<List<PoolRow>> pools,
        Optional<TeamSummary> teams,
        Optional<ProviderSummary> providers,
        Optional<RunSummaryView> runs,
        List<ProblemRow> problems) {
    /** All tenant clusters. */
    public record ClusterSummary(int total, Map<String, Integer> byPhase, List<ClusterRow> unhealthy) {}

    /** All teams. */
    public record TeamSummary(int total, List<TeamRow> nearLimit) {}

    /** All providers. */
    public record ProviderSummary(int total, List<ProviderRow> notReady) {}

    /** Runs that did not end. */
    public record RunSummaryView(List<RunViews.RunRow> active) {}
}
