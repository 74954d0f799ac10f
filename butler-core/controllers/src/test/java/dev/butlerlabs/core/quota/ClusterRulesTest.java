package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.environment;
import static dev.butlerlabs.core.quota.QuotaObjects.in;
import static dev.butlerlabs.core.quota.QuotaObjects.limits;
import static dev.butlerlabs.core.quota.QuotaObjects.provider;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterAddons;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClusterRulesTest {
    private static final ProviderConfig RACK = provider("rack", null, null);

    private static ClusterRules rules(Team team) {
        return new ClusterRules(Optional.of(team), List.of(), Optional.empty(), Optional.empty());
    }

    private static ClusterRules rules(TeamSpec.ResourceLimits limits, ProviderConfig config) {
        return new ClusterRules(Optional.of(team(limits)), List.of(), Optional.of(config), Optional.empty());
    }

    private static ClusterRequest request(TenantCluster cluster) {
        return ClusterRequest.of(cluster, Optional.empty(), Optional.empty());
    }

    private static ClusterRequest on(ProviderConfig config, TenantCluster cluster) {
        return ClusterRequest.of(cluster, Optional.empty(), Optional.of(config));
    }

    private static List<String> create(ClusterRules rules, ClusterRequest after, ClusterRequest... others) {
        return texts(rules.check(Optional.empty(), after, List.of(others)));
    }

    private static List<String> update(
            ClusterRules rules, ClusterRequest before, ClusterRequest after, ClusterRequest... others) {
        return texts(rules.check(Optional.of(before), after, List.of(others)));
    }

    private static List<String> texts(List<ClusterProblem> problems) {
        return problems.stream()
                .map(problem -> problem.reason() + " " + problem)
                .toList();
    }

    @Test
    void aTeamWithoutLimitsHasNoProblems() {
        assertThat(create(rules(team(null)), request(cluster("a", 1000)))).isEmpty();
    }

    @Test
    void aNamespaceWithoutATeamHasNoLimits() {
        ClusterRules rules = new ClusterRules(Optional.empty(), List.of(), Optional.of(RACK), Optional.empty());

        assertThat(create(rules, on(RACK, cluster("a", 1000)))).isEmpty();
    }

    @Test
    void limitsTheNumberOfClusters() {
        ClusterRules rules = rules(team(limits().maxClusters(2).build()));

        assertThat(create(rules, request(cluster("b", 1)), request(cluster("a", 1))))
                .isEmpty();
        assertEquals(
                List.of(
                        "QuotaExceeded metadata.namespace: team \"payments\" has 2 of 2 clusters. Delete a cluster of the team, or ask a platform administrator to raise resourceLimits.maxClusters."),
                create(rules, request(cluster("c", 1)), request(cluster("a", 1)), request(cluster("b", 1))));
    }

    @Test
    void zeroMeansNone() {
        ClusterRules rules = rules(team(limits().maxClusters(0)
                .maxTotalNodes(0)
                .maxNodesPerCluster(0)
                .maxCPUCores(new Quantity("0"))
                .maxMemory(new Quantity("0"))
                .maxStorage(new Quantity("0"))
                .build()));

        assertThat(create(rules, request(cluster("a", 1))))
                .hasSize(6)
                .allMatch(problem -> problem.startsWith("QuotaExceeded "));
    }

    @Test
    void namesEveryLimitThatIsExceededAtOnce() {
        ClusterRules rules = rules(team(limits().maxTotalNodes(5)
                .maxNodesPerCluster(3)
                .maxCPUCores(new Quantity("10"))
                .maxMemory(new Quantity("40Gi"))
                .maxStorage(new Quantity("100Gi"))
                .build()));

        assertThat(create(
                        rules, request(cluster("b", 4, 2, "8Gi", "20Gi")), request(cluster("a", 2, 2, "8Gi", "20Gi"))))
                .satisfiesExactly(
                        nodes -> assertThat(nodes)
                                .contains(
                                        "spec.workers.replicas: team \"payments\" uses 2 of 5 nodes, and the cluster needs 4."),
                        cpu -> assertThat(cpu)
                                .contains(
                                        "spec.workers.machineTemplate.cpu: team \"payments\" uses 4 of 10 CPU cores, and the cluster needs 8."),
                        memory -> assertThat(memory)
                                .contains(
                                        "spec.workers.machineTemplate.memory: team \"payments\" uses 16Gi of 40Gi memory, and the cluster needs 32Gi."),
                        storage -> assertThat(storage)
                                .contains(
                                        "spec.workers.machineTemplate.diskSize: team \"payments\" uses 40Gi of 100Gi storage, and the cluster needs 80Gi."),
                        perCluster -> assertThat(perCluster)
                                .contains("a cluster of team \"payments\" can have 3 nodes, and this one needs 4."));
    }

    @Test
    void aLargerClusterCountsWhatItAdds() {
        ClusterRules rules = rules(team(limits().maxTotalNodes(5).build()));
        ClusterRequest other = request(cluster("a", 2));

        assertThat(update(rules, request(cluster("b", 1)), request(cluster("b", 3)), other))
                .isEmpty();
        assertThat(update(rules, request(cluster("b", 1)), request(cluster("b", 4)), other))
                .hasSize(1);
    }

    @Test
    void aTeamAboveItsLimitsCanShrink() {
        ClusterRules rules = rules(team(
                limits().maxClusters(1).maxTotalNodes(1).maxNodesPerCluster(1).build()));
        ClusterRequest other = request(cluster("a", 9));

        assertThat(update(rules, request(cluster("b", 9)), request(cluster("b", 8)), other))
                .isEmpty();
        assertThat(update(rules, request(cluster("b", 9)), request(cluster("b", 9)), other))
                .isEmpty();
        assertThat(update(rules, request(cluster("b", 9)), request(cluster("b", 10)), other))
                .hasSize(2);
    }

    @Test
    void anEnvironmentIsRequiredIfTheTeamHasSome() {
        ClusterRules rules = rules(team(null, environment("dev", null, null), environment("prod", null, null)));

        assertEquals(
                List.of(
                        "EnvironmentInvalid metadata.labels[butler.butlerlabs.dev/environment]: team \"payments\" requires an environment. Set the label to one of: dev, prod."),
                create(rules, request(cluster("a", 1))));
        assertThat(create(rules, request(in("test", cluster("a", 1)))))
                .singleElement()
                .asString()
                .contains("\"test\"");
        assertThat(create(rules, request(in("dev", cluster("a", 1))))).isEmpty();
        assertThat(update(rules, request(cluster("a", 1)), request(cluster("a", 2))))
                .isEmpty();
    }

    @Test
    void limitsTheClustersOfAnEnvironment() {
        ClusterRules rules = rules(team(null, environment("dev", 1, null), environment("prod", 0, null)));
        ClusterRequest other = request(in("dev", cluster("a", 1)));

        assertThat(create(rules, request(in("dev", cluster("b", 1))))).isEmpty();
        assertThat(create(rules, request(in("dev", cluster("b", 1))), other))
                .singleElement()
                .asString()
                .startsWith("EnvQuotaExceeded ")
                .contains("environment \"dev\" has 1 of 1 clusters.");
        assertThat(create(rules, request(in("prod", cluster("b", 1))))).hasSize(1);
        assertThat(update(rules, request(in("prod", cluster("b", 1))), request(in("dev", cluster("b", 1))), other))
                .hasSize(1);
    }

    @Test
    void limitsTheClustersOfEachMember() {
        ClusterRules rules = rules(team(null, environment("dev", null, 1)));
        ClusterRequest first = request(in("dev", cluster("a", 1))).withCreator(Optional.of("Ada@example.com"));
        ClusterRequest second = request(in("dev", cluster("b", 1)));

        assertThat(create(rules, second.withCreator(Optional.of("bob@example.com")), first))
                .isEmpty();
        assertThat(create(rules, second.withCreator(Optional.of("ada@example.com")), first))
                .singleElement()
                .asString()
                .startsWith("PerMemberCapExceeded ")
                .contains("ada@example.com has 1 of 1 clusters in environment \"dev\".");
        assertThat(create(rules, second, first))
                .singleElement()
                .asString()
                .startsWith("CreatorInvalid metadata.annotations[butler.butlerlabs.dev/creator-email]");
    }

    @Test
    void rejectsTheProviderConfigOfAnotherTeam() {
        ProviderConfig foreign = provider(
                "rack",
                new ProviderConfigSpec.Scope(ProviderConfigSpec.Scope.Type.TEAM, new LocalReference("other")),
                null);
        ProviderConfig own = provider(
                "rack",
                new ProviderConfigSpec.Scope(ProviderConfigSpec.Scope.Type.TEAM, new LocalReference("payments")),
                null);

        assertThat(create(rules(null, foreign), on(foreign, cluster("a", 1))))
                .singleElement()
                .asString()
                .startsWith("ProviderAccessDenied spec.providerConfigRef");
        assertThat(create(rules(null, own), on(own, cluster("a", 1)))).isEmpty();
    }

    @Test
    void limitsWhatATeamUsesOfAProviderConfig() {
        ProviderConfig config = provider("rack", null, new ProviderConfigSpec.Limits(2, 5));
        ClusterRules rules = rules(null, config);
        ClusterRequest elsewhere = request(cluster("x", 100));

        assertThat(create(rules, on(config, cluster("b", 3)), on(config, cluster("a", 2)), elsewhere))
                .isEmpty();
        assertThat(create(rules, on(config, cluster("b", 4)), on(config, cluster("a", 2)), elsewhere))
                .singleElement()
                .asString()
                .contains("on ProviderConfig butler-system/rack the team uses 2 of 5 nodes, and the cluster needs 4.");
        assertThat(create(rules, on(config, cluster("c", 1)), on(config, cluster("a", 1)), on(config, cluster("b", 1))))
                .singleElement()
                .asString()
                .contains("2 of 2 clusters.");
        assertThat(update(rules, on(config, cluster("b", 9)), on(config, cluster("b", 8)), on(config, cluster("a", 9))))
                .isEmpty();
        assertThat(update(rules, request(cluster("b", 9)), on(config, cluster("b", 9))))
                .hasSize(1);
    }

    @Test
    void allowsListedVersionsOnly() {
        ClusterRules exact = rules(
                team(limits().allowedKubernetesVersions(List.of("v1.30.0")).build()));
        ClusterRules minor =
                rules(team(limits().allowedKubernetesVersions(List.of("1.31")).build()));
        ClusterRequest request = request(cluster("a", 1));

        assertThat(create(minor, request)).isEmpty();
        assertEquals(
                List.of(
                        "NotAllowed spec.kubernetesVersion: the team must not use Kubernetes v1.31.4. Use one of: v1.30.0."),
                create(exact, request));
        assertThat(update(exact, request, request(cluster("a", 2)))).isEmpty();
    }

    @Test
    void allowsListedProviderConfigsOnly() {
        ClusterRequest request = on(RACK, cluster("a", 1));

        assertThat(create(rules(limits().allowedProviders(List.of("rack")).build(), RACK), request))
                .isEmpty();
        assertThat(create(rules(limits().allowedProviders(List.of("cloud")).build(), RACK), request))
                .containsExactly(
                        "NotAllowed spec.providerConfigRef: the team must not use ProviderConfig butler-system/rack. Use one of: cloud.");
    }

    @Test
    void deniesAddons() {
        TenantCluster cluster = cluster("a", 1);
        cluster.setSpec(TenantClusterSpecBuilder.builder(cluster.getSpec())
                .addons(new TenantClusterAddons(
                        null,
                        new TenantClusterAddons.LoadBalancer(null, null, null, null),
                        null,
                        null,
                        new TenantClusterAddons.Ingress(false, null, null, null),
                        null))
                .build());
        ClusterRequest request = request(cluster);

        assertEquals(
                Map.of("cert-manager", "spec.addons.certManager", "metallb", "spec.addons.loadBalancer"),
                request.addons());
        assertThat(create(
                        rules(team(limits().deniedAddons(List.of("metallb", "traefik"))
                                .build())),
                        request))
                .containsExactly(
                        "NotAllowed spec.addons.loadBalancer: the team must not use addon metallb. Set enabled to false or remove the addon.");
        ClusterRules allowed =
                rules(team(limits().allowedAddons(List.of("metallb")).build()));
        assertThat(create(allowed, request)).singleElement().asString().contains("addon cert-manager");
        assertThat(update(allowed, request, request)).isEmpty();
    }
}
