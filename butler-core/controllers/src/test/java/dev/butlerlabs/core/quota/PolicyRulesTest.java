package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.TEAM;
import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.in;
import static dev.butlerlabs.core.quota.QuotaObjects.policy;
import static dev.butlerlabs.core.quota.QuotaObjects.provider;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option.Mode;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.PlatformWide;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Scope;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.TeamAndEnvironment;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.TeamScope;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PolicyRulesTest {
    private static final Scope PLATFORM = new Scope(new PlatformWide(), null, null);
    private static final String VERSION = "kubernetesVersion";

    private static Scope ofTeam(String name) {
        return new Scope(null, new TeamScope(new LocalReference(name)), null);
    }

    private static Scope ofEnvironment(String name) {
        return new Scope(null, null, new TeamAndEnvironment(new LocalReference(TEAM), name));
    }

    private static Map<String, Option> version(Mode mode, String... values) {
        return Map.of(VERSION, new Option(mode, List.of(values), null, null));
    }

    private static ClusterRules rules(ClusterCreationPolicy... policies) {
        return new ClusterRules(
                Optional.of(team(null)),
                List.of(policies),
                Optional.of(provider("rack", null, null)),
                Optional.empty());
    }

    private static List<String> create(ClusterRules rules, TenantCluster cluster) {
        return check(rules, Optional.empty(), cluster);
    }

    private static List<String> check(ClusterRules rules, Optional<TenantCluster> before, TenantCluster after) {
        return rules
                .check(
                        before.map(stored -> ClusterRequest.of(stored, Optional.empty(), rules.provider())),
                        ClusterRequest.of(after, Optional.empty(), rules.provider()),
                        List.of())
                .stream()
                .map(ClusterProblem::toString)
                .toList();
    }

    @Test
    void pinsAValue() {
        assertThat(create(rules(policy("all", PLATFORM, version(Mode.PIN, "v1.31.4"))), cluster("a", 1)))
                .isEmpty();
        assertThat(create(rules(policy("all", PLATFORM, version(Mode.PIN, "v1.30.0"))), cluster("a", 1)))
                .containsExactly(
                        "spec.kubernetesVersion: ClusterCreationPolicy all does not permit \"v1.31.4\". Set it to v1.30.0.");
    }

    @Test
    void aPinWithoutValuesUsesItsDefault() {
        Option pin = new Option(Mode.PIN, List.of(), "3", null);

        assertThat(create(rules(policy("all", PLATFORM, Map.of("workers.replicas", pin))), cluster("a", 1)))
                .containsExactly(
                        "spec.workers.replicas: ClusterCreationPolicy all does not permit \"1\". Set it to 3.");
    }

    @Test
    void allowsListedValues() {
        ClusterRules rules = rules(policy("all", PLATFORM, version(Mode.ALLOW_LIST, "v1.30.0", "v1.31.0")));

        assertThat(create(rules, cluster("a", 1)))
                .containsExactly(
                        "spec.kubernetesVersion: ClusterCreationPolicy all does not permit \"v1.31.4\". Use one of: v1.30.0, v1.31.0.");
    }

    @Test
    void anOptionThatIsNotSetMustBeSet() {
        Option image = new Option(Mode.ALLOW_LIST, List.of("rocky-9"), null, null);

        assertThat(create(
                        rules(policy("all", PLATFORM, Map.of("workers.machineTemplate.os.imageRef", image))),
                        cluster("a", 1)))
                .singleElement()
                .asString()
                .contains("ClusterCreationPolicy all requires a value.");
    }

    @ParameterizedTest
    @EnumSource(names = {"DEFAULT", "RECOMMENDED"})
    void suggestionsRestrictNothing(Mode mode) {
        assertThat(create(rules(policy("all", PLATFORM, version(mode, "v1.30.0"))), cluster("a", 1)))
                .isEmpty();
    }

    @Test
    void theNarrowestScopeDecides() {
        ClusterCreationPolicy all = policy("all", PLATFORM, version(Mode.PIN, "v1.30.0"));
        ClusterCreationPolicy ours = policy("ours", ofTeam(TEAM), version(Mode.PIN, "v1.31.4"));
        ClusterCreationPolicy others = policy("others", ofTeam("other"), version(Mode.PIN, "v1.29.0"));
        ClusterCreationPolicy staging = policy("staging", ofEnvironment("staging"), version(Mode.PIN, "v1.32.0"));
        ClusterRules rules = rules(all, ours, others, staging);

        assertThat(create(rules, cluster("a", 1))).isEmpty();
        assertThat(create(rules, in("staging", cluster("a", 1))))
                .singleElement()
                .asString()
                .contains("ClusterCreationPolicy staging");
    }

    @Test
    void appliesToItsProvidersOnly() {
        assertThat(create(rules(policy("all", PLATFORM, version(Mode.PIN, "v1.30.0"), "aws")), cluster("a", 1)))
                .isEmpty();
        assertThat(create(
                        rules(policy("all", PLATFORM, version(Mode.PIN, "v1.30.0"), "aws", "local")), cluster("a", 1)))
                .hasSize(1);
    }

    @Test
    void appliesToThePlatformWithoutATeam() {
        ClusterRules rules = new ClusterRules(
                Optional.empty(),
                List.of(policy("all", PLATFORM, version(Mode.PIN, "v1.30.0"))),
                Optional.empty(),
                Optional.empty());

        assertThat(create(rules, cluster("a", 1))).hasSize(1);
    }

    @Test
    void aStoredValueStaysAdmitted() {
        ClusterRules rules = rules(policy("all", PLATFORM, version(Mode.PIN, "v1.30.0")));

        assertThat(check(rules, Optional.of(cluster("a", 1)), cluster("a", 2))).isEmpty();
    }
}
