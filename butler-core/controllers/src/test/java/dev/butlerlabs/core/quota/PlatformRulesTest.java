package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.limits;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.ButlerConfigSpecBuilder;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PlatformRulesTest {
    private static PlatformRules mode(Mode mode) {
        return new PlatformRules(Optional.of(ButlerConfigSpecBuilder.builder()
                .multiTenancy(new MultiTenancy(mode))
                .build()));
    }

    private static PlatformRules defaults(TeamLimits limits) {
        return new PlatformRules(Optional.of(
                ButlerConfigSpecBuilder.builder().defaultTeamLimits(limits).build()));
    }

    private static String problem(Mode mode, String namespace, boolean belongsToTeam) {
        return mode(mode)
                .misplaced(namespace, belongsToTeam)
                .map(ClusterProblem::toString)
                .orElse("");
    }

    @Test
    void enforcedPermitsNamespacesOfTeamsOnly() {
        assertThat(problem(Mode.ENFORCED, "payments", true)).isEmpty();
        assertThat(problem(Mode.ENFORCED, "butler-tenants", false))
                .isEqualTo(
                        "metadata.namespace: namespace \"butler-tenants\" does not belong to a team, and every tenant"
                                + " cluster must. Create it in the namespace of a team.");
    }

    @Test
    void optionalPermitsTheSharedNamespaceToo() {
        assertThat(problem(Mode.OPTIONAL, "payments", true)).isEmpty();
        assertThat(problem(Mode.OPTIONAL, "butler-tenants", false)).isEmpty();
        assertThat(problem(Mode.OPTIONAL, "elsewhere", false))
                .isEqualTo(
                        "metadata.namespace: namespace \"elsewhere\" neither belongs to a team nor is the shared one."
                                + " Create it in the namespace of a team or in \"butler-tenants\".");
    }

    @Test
    void disabledPermitsTheSharedNamespaceOnly() {
        PlatformRules renamed = new PlatformRules(Optional.of(ButlerConfigSpecBuilder.builder()
                .defaultNamespace("all")
                .multiTenancy(new MultiTenancy(Mode.DISABLED))
                .build()));

        assertThat(problem(Mode.DISABLED, "butler-tenants", false)).isEmpty();
        assertThat(problem(Mode.DISABLED, "payments", true))
                .isEqualTo("metadata.namespace: tenant clusters of this platform are created in namespace"
                        + " \"butler-tenants\" only. Create it there, or ask a platform administrator to change the mode of"
                        + " multi-tenancy.");
        assertThat(renamed.misplaced("all", false)).isEmpty();
        assertThat(renamed.misplaced("butler-tenants", false)).isPresent();
    }

    @Test
    void permitsEverythingWithoutAMode() {
        assertThat(PlatformRules.NONE.misplaced("anywhere", false)).isEmpty();
        assertThat(defaults(new TeamLimits(1, null, null, null, null)).misplaced("anywhere", false))
                .isEmpty();
    }

    @Test
    void aMisplacedClusterThatWasAdmittedStaysAdmitted() {
        ClusterRules rules = new ClusterRules(
                Optional.empty(),
                List.of(),
                Optional.empty(),
                mode(Mode.ENFORCED).misplaced("elsewhere", false));
        ClusterRequest request = ClusterRequest.of(cluster("a", 1), Optional.empty(), Optional.empty());

        assertThat(rules.check(Optional.empty(), request, List.of()))
                .singleElement()
                .extracting(ClusterProblem::reason)
                .isEqualTo("NamespaceNotPermitted");
        assertThat(rules.check(Optional.of(request), request, List.of())).isEmpty();
    }

    @Test
    void completesTheLimitsOfATeam() {
        TeamLimits defaults = new TeamLimits(5, 7, new Quantity("40"), new Quantity("64Gi"), new Quantity("1Ti"));

        ResourceLimits own = ClusterRules.limits(defaults(defaults)
                        .withDefaultLimits(team(limits().maxClusters(0)
                                .maxMemory(new Quantity("8Gi"))
                                .build())))
                .orElseThrow();
        assertThat(own)
                .isEqualTo(limits().maxClusters(0)
                        .maxNodesPerCluster(7)
                        .maxCPUCores(new Quantity("40"))
                        .maxMemory(new Quantity("8Gi"))
                        .maxStorage(new Quantity("1Ti"))
                        .build());
    }

    @Test
    void limitsATeamWithoutLimits() {
        ResourceLimits found = ClusterRules.limits(
                        defaults(new TeamLimits(5, null, null, null, null)).withDefaultLimits(team(null)))
                .orElseThrow();

        assertThat(found)
                .isEqualTo(
                        TeamSpecResourceLimitsBuilder.builder().maxClusters(5).build());
        assertThat(ClusterRules.limits(PlatformRules.NONE.withDefaultLimits(team(null))))
                .isEmpty();
    }
}
