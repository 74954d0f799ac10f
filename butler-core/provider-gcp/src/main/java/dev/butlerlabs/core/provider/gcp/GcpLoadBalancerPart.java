package dev.butlerlabs.core.provider.gcp;

/** The parts of a load balancer, in the order in which they are created. */
enum GcpLoadBalancerPart {
    ADDRESS("address", "regions/%s/addresses"),
    HEALTH_CHECK("health check", "regions/%s/healthChecks"),
    FIREWALL("firewall rule", "global/firewalls"),
    BACKEND_SERVICE("backend service", "regions/%s/backendServices"),
    FORWARDING_RULE("forwarding rule", "regions/%s/forwardingRules");

    private final String title;
    private final String collection;

    GcpLoadBalancerPart(String title, String collection) {
        this.title = title;
        this.collection = collection;
    }

    String title() {
        return title;
    }

    /** Returns the path of the collection below the project. */
    String collection(String region) {
        return collection.formatted(region);
    }
}
