package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadBalancerDocumentTest {
    private static final String ID =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/alpha-cp-lb";
    private static final LoadBalancerDocument DOCUMENT = new LoadBalancerDocument(AzureCases.settings(), ID);

    private static LoadBalancerSpec spec(int port) {
        return new LoadBalancerSpec(new LoadBalancerId("alpha", AzureCases.OWNER), port, port, Set.of());
    }

    private static ObjectNode found(String state) {
        ObjectNode balancer = DOCUMENT.of(spec(6443), "/ip");
        balancer.put("id", ID).put("etag", "W/\"1\"");
        ((ObjectNode) balancer.path("properties")).put("provisioningState", state);
        return balancer;
    }

    @Test
    void hasAProbeARuleAndAnOutboundRule() {
        JsonNode properties = DOCUMENT.of(spec(6443), "/ip").path("properties");
        JsonNode rule = properties.at("/loadBalancingRules/0/properties");
        assertThat(rule.path("frontendPort").asInt()).isEqualTo(6443);
        assertThat(rule.path("disableOutboundSnat").asBoolean()).isTrue();
        assertThat(rule.path("enableFloatingIP").asBoolean(true)).isFalse();
        assertThat(rule.at("/probe/id").asText()).startsWith(ID + "/probes/");
        assertThat(rule.at("/backendAddressPool/id").asText()).isEqualTo(LoadBalancerDocument.poolId(ID));
        assertThat(properties
                        .at("/outboundRules/0/properties/backendAddressPool/id")
                        .asText())
                .isEqualTo(LoadBalancerDocument.poolId(ID));
        assertThat(properties.at("/probes/0/properties/intervalInSeconds").asInt())
                .isEqualTo(5);
    }

    @Test
    void isChangedOnlyIfItDiffers() {
        assertThat(LoadBalancerDocument.isAsRequested(found("Succeeded"), spec(6443)))
                .isTrue();
        assertThat(LoadBalancerDocument.isAsRequested(found("Succeeded"), spec(443)))
                .isFalse();
        ObjectNode incomplete = found("Succeeded");
        ((ObjectNode) incomplete.path("properties")).remove("outboundRules");
        assertThat(LoadBalancerDocument.isAsRequested(incomplete, spec(6443))).isFalse();
    }

    @Test
    void keepsThePartsOfOthers() {
        ObjectNode found = found("Succeeded");
        ObjectNode other = ((ArrayNode) found.at("/properties/loadBalancingRules")).addObject();
        other.put("name", "http").put("etag", "W/\"1\"");
        other.putObject("properties").put("frontendPort", 80).put("provisioningState", "Succeeded");
        ObjectNode changed = DOCUMENT.changed(found, spec(443), "/ip");

        assertThat(changed.at("/properties/loadBalancingRules")
                        .valueStream()
                        .map(rule -> rule.path("name").asText()))
                .containsExactly("kubernetes-api", "http");
        assertThat(changed.at("/properties/loadBalancingRules/0/properties/frontendPort")
                        .asInt())
                .isEqualTo(443);
        JsonNode kept = changed.at("/properties/loadBalancingRules/1");
        assertThat(kept.at("/properties/frontendPort").asInt()).isEqualTo(80);
        assertThat(kept.has("etag")).isFalse();
        assertThat(kept.at("/properties").has("provisioningState")).isFalse();
    }

    @Test
    void isReadyWithItsAddressAndRuleOnly() {
        ObjectNode address = JsonDocument.object().put("id", "/ip");
        address.putObject("properties").put("provisioningState", "Succeeded");
        assertThat(state(found("Succeeded"), address)).isInstanceOf(LoadBalancerState.Starting.class);
        ((ObjectNode) address.path("properties")).put("ipAddress", "203.0.113.9");
        assertThat(state(found("Succeeded"), address)).isEqualTo(new LoadBalancerState.Ready(ID, "203.0.113.9", 0, 0));
        assertThat(state(found("Updating"), address)).isInstanceOf(LoadBalancerState.Starting.class);
        assertThat(state(found("Failed"), address)).isInstanceOf(LoadBalancerState.Broken.class);
        assertThat(state(found("Deleting"), address)).isInstanceOf(LoadBalancerState.Leaving.class);
        assertThat(new ObservedAzureLoadBalancer(Optional.empty(), Optional.of(address)).state())
                .isInstanceOf(LoadBalancerState.Starting.class);
        assertThat(new ObservedAzureLoadBalancer(Optional.empty(), Optional.empty()).state())
                .isInstanceOf(LoadBalancerState.Absent.class);
    }

    private static LoadBalancerState state(ObjectNode balancer, ObjectNode address) {
        return new ObservedAzureLoadBalancer(Optional.of(balancer), Optional.of(address)).state();
    }
}
