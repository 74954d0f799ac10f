package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Renders the parts of a regional passthrough load balancer. It forwards packets unchanged, so that the port of the listener is that of the
 * targets and clients keep their addresses. Pure.
 */
record GcpLoadBalancerPayload(GcpSettings settings, LoadBalancerSpec spec) {
    /** The addresses from which Google sends health checks to external and internal passthrough load balancers. */
    private static final List<String> EXTERNAL_PROBES = List.of("35.191.0.0/16", "209.85.152.0/22", "209.85.204.0/22");

    private static final List<String> INTERNAL_PROBES = List.of("35.191.0.0/16", "130.211.0.0/22");

    private static final int SECONDS_BETWEEN_CHECKS = 10;
    private static final int HEALTHY_AFTER = 2;
    private static final int UNHEALTHY_AFTER = 3;

    ObjectNode of(GcpLoadBalancerPart part, String address) {
        return switch (part) {
            case ADDRESS -> address();
            case HEALTH_CHECK -> healthCheck();
            case FIREWALL -> firewall();
            case BACKEND_SERVICE -> backendService();
            case FORWARDING_RULE -> forwardingRule(address);
        };
    }

    private ObjectNode named() {
        return JsonDocument.object()
                .put("name", GcpLoadBalancerNames.of(spec.id()))
                .put("description", GcpOwnership.description(spec.id()));
    }

    private String scheme() {
        return settings.internalBalancer() ? "INTERNAL" : "EXTERNAL";
    }

    private ObjectNode address() {
        ObjectNode address = named().put("addressType", scheme());
        if (settings.internalBalancer()) {
            settings.subnetworkPath().ifPresent(path -> address.put("subnetwork", path));
        }
        return address;
    }

    private ObjectNode healthCheck() {
        ObjectNode check = named().put("type", "TCP")
                .put("checkIntervalSec", SECONDS_BETWEEN_CHECKS)
                .put("timeoutSec", SECONDS_BETWEEN_CHECKS / 2)
                .put("healthyThreshold", HEALTHY_AFTER)
                .put("unhealthyThreshold", UNHEALTHY_AFTER);
        check.putObject("tcpHealthCheck")
                .put("portSpecification", "USE_FIXED_PORT")
                .put("port", spec.healthCheckPort());
        return check;
    }

    private ObjectNode firewall() {
        ObjectNode rule = named().put("network", settings.networkPath()).put("direction", "INGRESS");
        List<String> probes = settings.internalBalancer() ? INTERNAL_PROBES : EXTERNAL_PROBES;
        add(rule.putArray("sourceRanges"), Stream.concat(settings.apiSourceRanges().stream(), probes.stream()));
        add(
                rule.putArray("targetTags"),
                Stream.of(GcpLoadBalancerNames.targetTag(spec.id().owner())));
        add(
                rule.putArray("allowed").addObject().put("IPProtocol", "tcp").putArray("ports"),
                Stream.of(spec.port(), spec.healthCheckPort()).distinct().map(port -> Integer.toString(port)));
        return rule;
    }

    private ObjectNode backendService() {
        ObjectNode service = named().put("protocol", "TCP").put("loadBalancingScheme", scheme());
        service.putArray("healthChecks")
                .add("projects/%s/regions/%s/healthChecks/%s"
                        .formatted(settings.project(), settings.region(), GcpLoadBalancerNames.of(spec.id())));
        return service;
    }

    /** @param groups the paths of instance groups below the project */
    ObjectNode backends(Collection<String> groups, String fingerprint) {
        ObjectNode change = JsonDocument.object().put("fingerprint", fingerprint);
        ArrayNode backends = change.putArray("backends");
        groups.stream()
                .sorted()
                .forEach(group -> backends.addObject()
                        .put("group", "projects/%s/%s".formatted(settings.project(), group))
                        .put("balancingMode", "CONNECTION"));
        return change;
    }

    private ObjectNode forwardingRule(String address) {
        ObjectNode rule = named().put("IPAddress", address)
                .put("IPProtocol", "TCP")
                .put("loadBalancingScheme", scheme())
                .put(
                        "backendService",
                        "projects/%s/regions/%s/backendServices/%s"
                                .formatted(settings.project(), settings.region(), GcpLoadBalancerNames.of(spec.id())));
        add(rule.putArray("ports"), Stream.of(Integer.toString(spec.port())));
        if (settings.internalBalancer()) {
            rule.put("network", settings.networkPath());
            settings.subnetworkPath().ifPresent(path -> rule.put("subnetwork", path));
        }
        return rule;
    }

    ObjectNode group() {
        return named().put("network", settings.networkPath());
    }

    private static void add(ArrayNode array, Stream<String> texts) {
        texts.forEach(array::add);
    }
}
