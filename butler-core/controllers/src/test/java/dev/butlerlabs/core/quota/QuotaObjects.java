package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Scope;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** Objects for tests of limits. */
final class QuotaObjects {
    static final String TEAM = "payments";

    private QuotaObjects() {}

    static TeamSpecResourceLimitsBuilder limits() {
        return TeamSpecResourceLimitsBuilder.builder();
    }

    static Team team(TeamSpec.ResourceLimits limits, TeamSpec.Environment... environments) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(TEAM).build());
        team.setSpec(TeamSpecBuilder.builder()
                .resourceLimits(limits)
                .environments(List.of(environments))
                .build());
        return team;
    }

    static TeamSpec.Environment environment(String name, Integer clusters, Integer perMember) {
        return new TeamSpec.Environment(name, null, null, null, new TeamSpec.EnvironmentLimits(clusters, perMember));
    }

    static TenantCluster cluster(String name, int workers) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withNamespace(TEAM)
                .withName(name)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(workers, null))
                .build());
        return cluster;
    }

    static TenantCluster cluster(String name, int workers, int cpu, String memory, String disk) {
        TenantCluster cluster = cluster(name, workers);
        cluster.setSpec(TenantClusterSpecBuilder.builder(cluster.getSpec())
                .workers(new Workers(workers, new MachineTemplate(cpu, new Quantity(memory), new Quantity(disk), null)))
                .build());
        return cluster;
    }

    static TenantCluster in(String environment, TenantCluster cluster) {
        cluster.getMetadata().setLabels(Map.of(Labels.ENVIRONMENT, environment));
        return cluster;
    }

    static ProviderConfig provider(String name, ProviderConfigSpec.Scope scope, ProviderConfigSpec.Limits limits) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withNamespace("butler-system")
                .withName(name)
                .build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider("local")
                .scope(scope)
                .limits(limits)
                .build());
        return config;
    }

    static ClusterCreationPolicy policy(String name, Scope scope, Map<String, Option> options, String... providers) {
        ClusterCreationPolicy policy = new ClusterCreationPolicy();
        policy.setMetadata(new ObjectMetaBuilder().withName(name).build());
        policy.setSpec(new ClusterCreationPolicySpec(scope, List.of(providers), options));
        return policy;
    }
}
