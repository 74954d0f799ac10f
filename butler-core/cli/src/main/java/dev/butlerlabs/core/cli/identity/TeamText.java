package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamMember;
import dev.butlerlabs.core.identity.change.TeamMembers;
import dev.butlerlabs.core.identity.change.TeamQuotaReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Prints a team for people: settings, members, limits with their usage, and conditions. */
public final class TeamText {
    private final FactPrinter facts;
    private final Instant now;

    public TeamText(OutputPrinter printer, Instant now) {
        this.facts = new FactPrinter(printer);
        this.now = now;
    }

    public void print(Team team) {
        Optional<TeamSpec> spec = Optional.ofNullable(team.getSpec());
        facts.fact("Name", team.getMetadata().getName());
        facts.fact("Display Name", spec.map(TeamSpec::displayName));
        facts.fact("Description", spec.map(TeamSpec::description));
        facts.fact("Namespace", TeamClient.namespace(team));
        facts.fact("Phase", TeamTable.phase(team));
        facts.fact("Quota", Optional.ofNullable(team.getStatus()).map(TeamStatus::quotaMessage));
        Optional<ResourceLimits> limits = spec.map(TeamSpec::resourceLimits);
        facts.fact("Nodes per Cluster", limits.map(ResourceLimits::maxNodesPerCluster));
        list("K8s Versions", limits, ResourceLimits::allowedKubernetesVersions);
        list("Providers", limits, ResourceLimits::allowedProviders);
        list("Addons", limits, ResourceLimits::allowedAddons);
        list("Denied Addons", limits, ResourceLimits::deniedAddons);
        facts.fact("Age", TeamTable.age(team, now));
        facts.table("Members", TeamMembers.of(team), members());
        facts.table("Resources", TeamQuotaReport.of(team), QuotaText.columns(false));
        facts.conditions(Optional.ofNullable(team.getStatus())
                .map(TeamStatus::conditions)
                .orElse(List.of()));
    }

    private void list(String label, Optional<ResourceLimits> limits, Function<ResourceLimits, List<String>> field) {
        facts.fact(label, limits.map(field).map(values -> String.join(", ", values)));
    }

    private static List<Column<TeamMember>> members() {
        return List.of(
                Column.of("name", TeamMember::name),
                Column.of("kind", TeamMember::kindWord),
                Column.of("role", TeamMember::roleWord));
    }
}
