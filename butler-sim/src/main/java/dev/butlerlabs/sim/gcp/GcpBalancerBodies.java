package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** The fields of requests for the parts of load balancers. */
final class GcpBalancerBodies {
    private static final Map<String, GcpSchema> BODIES = Map.of(
            "addresses",
            GcpSchema.of("name description address addressType networkTier subnetwork network purpose ipVersion"),
            "healthChecks",
            GcpSchema.of("name description type checkIntervalSec timeoutSec healthyThreshold unhealthyThreshold "
                    + "tcpHealthCheck{port portSpecification portName proxyHeader}"),
            "firewalls",
            GcpSchema.of("name description network direction priority sourceRanges[] sourceTags[] targetTags[] "
                    + "allowed[]{IPProtocol ports[]} disabled"),
            "instanceGroups",
            GcpSchema.of("name description network namedPorts[]{name port}"),
            "backendServices",
            GcpSchema.of(
                    "name description protocol loadBalancingScheme healthChecks[] fingerprint sessionAffinity timeoutSec "
                            + "network backends[]{group balancingMode description failover}"),
            "forwardingRules",
            GcpSchema.of("name description IPAddress IPProtocol loadBalancingScheme ports[] portRange backendService "
                    + "network subnetwork networkTier allowGlobalAccess"));
    private static final GcpSchema MEMBERS = GcpSchema.of("instances[]{instance}");

    private GcpBalancerBodies() {}

    /** @param type name of the collection, such as {@code addresses} */
    static boolean isPart(String type) {
        return BODIES.containsKey(type);
    }

    static void check(String type, ObjectNode body) {
        BODIES.get(type).check(body);
    }

    static void checkMembers(ObjectNode body) {
        MEMBERS.check(body);
    }
}
