package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.ButlerConfigStatus;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.List;
import java.util.Optional;

/** Table layout and text of the settings of the platform. */
public final class PlatformConfigText {
    public static final TableLayout<ButlerConfig> LISTING = ResourceTables.listing(List.of(
            Column.of("name", config -> config.getMetadata().getName()),
            Column.of("multi-tenancy", PlatformConfigText::mode),
            Column.of(
                    "default-namespace",
                    config ->
                            spec(config).map(ButlerConfigSpec::defaultNamespace).orElse("-")),
            Column.of(
                    "teams",
                    config -> status(config)
                            .map(ButlerConfigStatus::teamCount)
                            .map(String::valueOf)
                            .orElse("-")),
            Column.of(
                    "clusters",
                    config -> status(config)
                            .map(ButlerConfigStatus::clusterCount)
                            .map(String::valueOf)
                            .orElse("-"))));

    private PlatformConfigText() {}

    private static Optional<ButlerConfigSpec> spec(ButlerConfig config) {
        return Optional.ofNullable(config.getSpec());
    }

    private static Optional<ButlerConfigStatus> status(ButlerConfig config) {
        return Optional.ofNullable(config.getStatus());
    }

    private static String mode(ButlerConfig config) {
        return EnumWord.of(spec(config).map(ButlerConfigSpec::multiTenancy).map(MultiTenancy::mode));
    }

    /** Prints the settings for people. */
    public static void print(OutputPrinter printer, ButlerConfig config) {
        FactPrinter facts = new FactPrinter(printer);
        Optional<TeamLimits> limits = spec(config).map(ButlerConfigSpec::defaultTeamLimits);
        facts.fact("Multi-Tenancy", mode(config));
        facts.fact("Default Namespace", spec(config).map(ButlerConfigSpec::defaultNamespace));
        facts.fact(
                "Default Provider",
                spec(config).map(ButlerConfigSpec::defaultProviderConfigRef).map(LocalReference::name));
        facts.fact("Team Clusters", limits.map(TeamLimits::maxClusters));
        facts.fact("Cluster Workers", limits.map(TeamLimits::maxWorkersPerCluster));
        facts.fact("Team CPU", limits.map(TeamLimits::maxTotalCPU));
        facts.fact("Team Memory", limits.map(TeamLimits::maxTotalMemory));
        facts.fact("Team Storage", limits.map(TeamLimits::maxTotalStorage));
        facts.fact("Teams", status(config).map(ButlerConfigStatus::teamCount));
        facts.fact("Clusters", status(config).map(ButlerConfigStatus::clusterCount));
        facts.conditions(status(config).map(ButlerConfigStatus::conditions).orElse(List.of()));
    }
}
