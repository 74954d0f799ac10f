package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The document of a load balancer. Its parts refer to each other by ID; parts that Butler does not define are kept. */
final class LoadBalancerDocument {
    static final String POOL = "control-plane";

    private static final String PART = "kubernetes-api";
    private static final String OUTBOUND = "outbound";
    private static final int SECONDS_BETWEEN_PROBES = 5;
    private static final int PROBES = 2;
    private static final int IDLE_MINUTES = 30;

    private final AzureSettings settings;
    private final String id;

    LoadBalancerDocument(AzureSettings settings, String id) {
        this.settings = settings;
        this.id = id;
    }

    static String poolId(String balancerId) {
        return balancerId + "/backendAddressPools/" + POOL;
    }

    ObjectNode of(LoadBalancerSpec spec, String publicAddressId) {
        ObjectNode balancer = JsonDocument.object();
        balancer.put("location", settings.location());
        balancer.set("tags", AzureOwnershipTags.json(AzureOwnershipTags.of(spec.id())));
        balancer.putObject("sku").put("name", "Standard").put("tier", "Regional");
        ObjectNode properties = balancer.putObject("properties");
        parts(spec, publicAddressId)
                .forEach((list, part) -> properties.putArray(list).add(part));
        return balancer;
    }

    /** Returns the document with our parts as requested and all others as they are. */
    ObjectNode changed(JsonNode found, LoadBalancerSpec spec, String publicAddressId) {
        ObjectNode balancer = of(spec, publicAddressId);
        balancer.set("tags", found.path("tags").deepCopy());
        balancer.set("sku", found.path("sku").deepCopy());
        ObjectNode properties = (ObjectNode) balancer.path("properties");
        parts(spec, publicAddressId).forEach((list, part) -> {
            ArrayNode all = properties.putArray(list).add(part);
            others(found, list, part.path("name").asText("")).forEach(all::add);
        });
        return balancer;
    }

    private static List<JsonNode> others(JsonNode found, String list, String ours) {
        return JsonDocument.items(found.at("/properties/" + list))
                .filter(part -> !ours.equalsIgnoreCase(part.path("name").asText("")))
                .map(LoadBalancerDocument::withoutStatus)
                .toList();
    }

    private static JsonNode withoutStatus(JsonNode part) {
        ObjectNode copy = part.deepCopy();
        copy.remove(List.of("etag", "type"));
        if (copy.path("properties") instanceof ObjectNode properties) {
            properties.remove("provisioningState");
        }
        return copy;
    }

    /** Returns whether port and probe are as requested. */
    static boolean isAsRequested(JsonNode found, LoadBalancerSpec spec) {
        return part(found, "loadBalancingRules", PART)
                                .at("/properties/frontendPort")
                                .asInt()
                        == spec.port()
                && part(found, "loadBalancingRules", PART)
                                .at("/properties/backendPort")
                                .asInt()
                        == spec.port()
                && part(found, "probes", PART).at("/properties/port").asInt() == spec.healthCheckPort()
                && part(found, "outboundRules", OUTBOUND).isObject();
    }

    static boolean isFailed(JsonNode found) {
        return found.at("/properties/provisioningState").asText("").equalsIgnoreCase("Failed");
    }

    static boolean hasRule(JsonNode found) {
        return part(found, "loadBalancingRules", PART).isObject();
    }

    static JsonNode pool(JsonNode found) {
        return part(found, "backendAddressPools", POOL);
    }

    private static JsonNode part(JsonNode found, String list, String name) {
        return JsonDocument.items(found.at("/properties/" + list))
                .filter(part -> name.equalsIgnoreCase(part.path("name").asText("")))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }

    private Map<String, ObjectNode> parts(LoadBalancerSpec spec, String publicAddressId) {
        Map<String, ObjectNode> parts = new LinkedHashMap<>();
        parts.put("frontendIPConfigurations", frontend(publicAddressId));
        parts.put("backendAddressPools", JsonDocument.object().put("name", POOL));
        parts.put("probes", probe(spec));
        parts.put("loadBalancingRules", rule(spec));
        parts.put("outboundRules", outbound());
        return parts;
    }

    private static ObjectNode frontend(String publicAddressId) {
        ObjectNode frontend = JsonDocument.object().put("name", PART);
        frontend.putObject("properties").putObject("publicIPAddress").put("id", publicAddressId);
        return frontend;
    }

    private static ObjectNode probe(LoadBalancerSpec spec) {
        ObjectNode probe = JsonDocument.object().put("name", PART);
        probe.putObject("properties")
                .put("protocol", "Tcp")
                .put("port", spec.healthCheckPort())
                .put("intervalInSeconds", SECONDS_BETWEEN_PROBES)
                .put("numberOfProbes", PROBES);
        return probe;
    }

    /** The outbound rule has the same address, so the rule itself must not translate outgoing connections. */
    private ObjectNode rule(LoadBalancerSpec spec) {
        ObjectNode rule = JsonDocument.object().put("name", PART);
        ObjectNode properties = rule.putObject("properties");
        properties
                .put("protocol", "Tcp")
                .put("frontendPort", spec.port())
                .put("backendPort", spec.port())
                .put("enableFloatingIP", false)
                .put("enableTcpReset", true)
                .put("disableOutboundSnat", true)
                .put("idleTimeoutInMinutes", IDLE_MINUTES);
        properties.putObject("frontendIPConfiguration").put("id", id + "/frontendIPConfigurations/" + PART);
        properties.putObject("backendAddressPool").put("id", poolId(id));
        properties.putObject("probe").put("id", id + "/probes/" + PART);
        return rule;
    }

    private ObjectNode outbound() {
        ObjectNode rule = JsonDocument.object().put("name", OUTBOUND);
        ObjectNode properties = rule.putObject("properties");
        properties.put("protocol", "All").put("enableTcpReset", true).put("idleTimeoutInMinutes", IDLE_MINUTES);
        properties.putArray("frontendIPConfigurations").addObject().put("id", id + "/frontendIPConfigurations/" + PART);
        properties.putObject("backendAddressPool").put("id", poolId(id));
        return rule;
    }
}
