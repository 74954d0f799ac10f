package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.identity.MultiTenancyRules;
import java.util.Objects;
import java.util.Optional;

/**
 * What the settings of the platform mean for teams and new tenant clusters. Pure functions.
 *
 * @param spec the settings; empty if there are none
 */
public record PlatformRules(Optional<ButlerConfigSpec> spec) {
    public static final PlatformRules NONE = new PlatformRules(Optional.empty());

    public PlatformRules {
        Objects.requireNonNull(spec, "spec");
    }

    /** Returns the rules of a ButlerConfig; one that cannot be decoded has no spec. */
    public static PlatformRules of(Optional<ButlerConfig> config) {
        return new PlatformRules(config.map(ButlerConfig::getSpec));
    }

    /** Returns the problem of a new tenant cluster in a namespace, if the mode does not permit it. */
    Optional<ClusterProblem> misplaced(String namespace, boolean belongsToTeam) {
        MultiTenancyRules tenancy = new MultiTenancyRules(spec);
        return tenancy.mode()
                .filter(_ -> !tenancy.permits(namespace, belongsToTeam))
                .map(mode -> new ClusterProblem(
                        "metadata.namespace",
                        "NamespaceNotPermitted",
                        switch (mode) {
                            case ENFORCED ->
                                "namespace \"%s\" does not belong to a team, and every tenant cluster must."
                                        .formatted(namespace);
                            case OPTIONAL ->
                                "namespace \"%s\" neither belongs to a team nor is the shared one."
                                        .formatted(namespace);
                            case DISABLED ->
                                "tenant clusters of this platform are created in namespace \"%s\" only."
                                        .formatted(tenancy.sharedNamespace());
                        },
                        switch (mode) {
                            case ENFORCED -> "Create it in the namespace of a team.";
                            case OPTIONAL ->
                                "Create it in the namespace of a team or in \"%s\"."
                                        .formatted(tenancy.sharedNamespace());
                            case DISABLED ->
                                "Create it there, or ask a platform administrator to change the mode of multi-tenancy.";
                        }));
    }

    /** Returns a Team whose limits are completed with the default ones. */
    public Team withDefaultLimits(Team team) {
        Optional<TeamLimits> defaults = spec.map(ButlerConfigSpec::defaultTeamLimits);
        if (defaults.isEmpty() || team.getSpec() == null) {
            return team;
        }
        TeamSpec own = team.getSpec();
        Team completed = new Team();
        completed.setMetadata(team.getMetadata());
        completed.setStatus(team.getStatus());
        completed.setSpec(TeamSpecBuilder.builder(own)
                .resourceLimits(completed(Optional.ofNullable(own.resourceLimits()), defaults.get()))
                .build());
        return completed;
    }

    private static ResourceLimits completed(Optional<ResourceLimits> own, TeamLimits defaults) {
        return own.map(TeamSpecResourceLimitsBuilder::builder)
                .orElseGet(TeamSpecResourceLimitsBuilder::builder)
                .maxClusters(own.map(ResourceLimits::maxClusters).orElse(defaults.maxClusters()))
                .maxNodesPerCluster(own.map(ResourceLimits::maxNodesPerCluster).orElse(defaults.maxWorkersPerCluster()))
                .maxCPUCores(own.map(ResourceLimits::maxCPUCores).orElse(defaults.maxTotalCPU()))
                .maxMemory(own.map(ResourceLimits::maxMemory).orElse(defaults.maxTotalMemory()))
                .maxStorage(own.map(ResourceLimits::maxStorage).orElse(defaults.maxTotalStorage()))
                .build();
    }
}
