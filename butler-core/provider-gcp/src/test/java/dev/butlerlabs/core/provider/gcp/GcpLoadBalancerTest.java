package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GcpLoadBalancerTest {
    private static final LoadBalancerSpec SPEC =
            new LoadBalancerSpec(new LoadBalancerId("demo", new OwnerId("owner-1")), 6443, 6443, Set.of());

    private static JsonNode part(GcpLoadBalancerPart part, Map<String, Object> settings) {
        return new GcpLoadBalancerPayload(GcpSpecs.settings(settings), SPEC).of(part, "203.0.113.9");
    }

    @Test
    void everyPartHasTheNameAndTheOwner() {
        for (GcpLoadBalancerPart part : GcpLoadBalancerPart.values()) {
            JsonNode body = part(part, Map.of());
            assertThat(body.path("name").asText()).isEqualTo("demo-cp-api");
            assertThat(GcpOwnership.isOf(SPEC.id(), body)).isTrue();
        }
    }

    @Test
    void anExternalLoadBalancerForwardsThePortUnchanged() {
        JsonNode rule = part(GcpLoadBalancerPart.FORWARDING_RULE, Map.of());
        assertThat(rule.path("IPAddress").asText()).isEqualTo("203.0.113.9");
        assertThat(rule.at("/ports/0").asText()).isEqualTo("6443");
        assertThat(rule.path("loadBalancingScheme").asText()).isEqualTo("EXTERNAL");
        assertThat(part(GcpLoadBalancerPart.FIREWALL, Map.of()).path("sourceRanges"))
                .extracting(JsonNode::asText)
                .contains("0.0.0.0/0", "35.191.0.0/16");
    }

    @Test
    void anInternalLoadBalancerIsInTheSubnetwork() {
        Map<String, Object> internal = Map.of(
                "loadBalancerScheme", "internal", "subnetwork", "nodes", "apiSourceRanges", List.of("10.0.0.0/8"));
        assertThat(part(GcpLoadBalancerPart.ADDRESS, internal)
                        .path("subnetwork")
                        .asText())
                .endsWith("/subnetworks/nodes");
        assertThat(part(GcpLoadBalancerPart.FORWARDING_RULE, internal)
                        .path("loadBalancingScheme")
                        .asText())
                .isEqualTo("INTERNAL");
        assertThat(part(GcpLoadBalancerPart.FIREWALL, internal).path("sourceRanges"))
                .extracting(JsonNode::asText)
                .containsExactly("10.0.0.0/8", "35.191.0.0/16", "130.211.0.0/22");
    }

    @Test
    void machinesAndFirewallRuleHaveTheSameTag() {
        assertThat(part(GcpLoadBalancerPart.FIREWALL, Map.of())
                        .at("/targetTags/0")
                        .asText())
                .isEqualTo(GcpLoadBalancerNames.targetTag(new OwnerId("owner-1")))
                .matches("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    }

    @Test
    void readsTargets() {
        assertThat(GcpTarget.of("gce://p/z-a/demo-cp-0")).isEqualTo(new GcpTarget("z-a", "demo-cp-0"));
        assertThatExceptionOfType(ButlerException.class).isThrownBy(() -> GcpTarget.of("i-0123"));
    }

    private static ObservedGcpLoadBalancer observed(Set<GcpLoadBalancerPart> parts) {
        Map<GcpLoadBalancerPart, JsonNode> found = new EnumMap<>(GcpLoadBalancerPart.class);
        parts.forEach(part -> found.put(part, GcpSpecs.json("{'address': '203.0.113.9'}")));
        return new ObservedGcpLoadBalancer("id", found, new TreeMap<>(), 0);
    }

    @Test
    void isReadyOnlyWithAllParts() {
        assertThat(observed(Set.of()).state(true)).isInstanceOf(LoadBalancerState.Absent.class);
        assertThat(observed(Set.of(GcpLoadBalancerPart.ADDRESS)).state(true))
                .isInstanceOfSatisfying(LoadBalancerState.Starting.class, state -> {
                    assertThat(state.endpoint()).contains("203.0.113.9");
                    assertThat(state.awaited()).contains("health check");
                });
        assertThat(observed(Set.of(GcpLoadBalancerPart.values())).state(true))
                .isInstanceOf(LoadBalancerState.Ready.class);
        Set<GcpLoadBalancerPart> shared = Set.of(
                GcpLoadBalancerPart.ADDRESS,
                GcpLoadBalancerPart.HEALTH_CHECK,
                GcpLoadBalancerPart.BACKEND_SERVICE,
                GcpLoadBalancerPart.FORWARDING_RULE);
        assertThat(observed(shared).state(false)).isInstanceOf(LoadBalancerState.Ready.class);
        assertThat(observed(shared).state(true)).isInstanceOf(LoadBalancerState.Starting.class);
    }

    @Test
    void countsOnlyTargetsThatGetConnections() {
        ObservedGcpLoadBalancer observed = new ObservedGcpLoadBalancer(
                "id",
                Map.of(),
                new TreeMap<>(Map.of(
                        "z-a", new GcpInstanceGroup("a", Set.of("cp-0", "cp-3"), true),
                        "z-b", new GcpInstanceGroup("b", Set.of("cp-1"), false))),
                0);
        assertThat(observed.registeredTargets())
                .containsExactlyInAnyOrder(new GcpTarget("z-a", "cp-0"), new GcpTarget("z-a", "cp-3"));
    }

    @Test
    void deletesInTheReverseOrder() {
        assertThat(GcpLoadBalancerOperations.deletable(observed(Set.of(GcpLoadBalancerPart.values()))))
                .containsExactlyInAnyOrder(GcpLoadBalancerPart.FORWARDING_RULE, GcpLoadBalancerPart.FIREWALL);
        assertThat(GcpLoadBalancerOperations.deletable(
                        observed(Set.of(GcpLoadBalancerPart.BACKEND_SERVICE, GcpLoadBalancerPart.HEALTH_CHECK))))
                .doesNotContain(GcpLoadBalancerPart.HEALTH_CHECK);
        assertThat(GcpLoadBalancerOperations.deletable(observed(Set.of(GcpLoadBalancerPart.HEALTH_CHECK))))
                .contains(GcpLoadBalancerPart.HEALTH_CHECK);
    }

    @Test
    void quotasDependOnMachineFamilyAndDiskType() {
        assertThat(GcpQuotaCheck.cpuMetric("n2-custom-4-8192")).isEqualTo("N2_CPUS");
        assertThat(GcpQuotaCheck.cpuMetric("e2-standard-4")).isEqualTo("CPUS");
        assertThat(GcpQuotaCheck.diskMetric("pd-standard")).isEqualTo("DISKS_TOTAL_GB");
        assertThat(GcpQuotaCheck.diskMetric("pd-balanced")).isEqualTo("SSD_TOTAL_GB");
    }
}
