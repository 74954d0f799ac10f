package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
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

    /** Returns the mode of multi-tenancy. Without one, a tenant cluster can be created in every namespace. */
    public Optional<Mode> mode() {
        return spec.map(ButlerConfigSpec::multiTenancy).map(MultiTenancy::mode);
    }

    /** Returns whether the mode permits a new tenant cluster in a namespace. */
    public boolean permits(String namespace, boolean belongsToTeam) {
        boolean isShared = namespace.equals(sharedNamespace());
        return mode().map(mode -> switch (mode) {
                    case ENFORCED -> belongsToTeam;
                    case OPTIONAL -> belongsToTeam || isShared;
                    case DISABLED -> isShared;
                })
                .orElse(true);
    }

    private String sharedNamespace() {
        return spec.map(ButlerConfigSpec::defaultNamespace)
                .filter(name -> !name.isBlank())
                .orElse(Namespaces.TENANTS);
    }

    /** Returns the problem of a new tenant cluster in a namespace, if the mode does not permit it. */
    Optional<ClusterProblem> misplaced(String namespace, boolean belongsToTeam) {
        return mode().filter(_ -> !permits(namespace, belongsToTeam))
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
                                        .formatted(sharedNamespace());
                        },
                        switch (mode) {
                            case ENFORCED -> "Create it in the namespace of a team.";
                            case OPTIONAL ->
                                "Create it in the namespace of a team or in \"%s\".".formatted(sharedNamespace());
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
