package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.OwnerId;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The names of the parts of a control plane load balancer. All parts have one name, each in its own collection. */
final class GcpLoadBalancerNames {
    private static final String ENDING = "-cp-api";
    private static final int LONGEST_NAME = 63;
    /** Leaves room for {@code -worker-999-disk-9} in the name of a disk. */
    static final int LONGEST_CLUSTER_NAME = LONGEST_NAME - 18;

    private GcpLoadBalancerNames() {}

    static String of(LoadBalancerId id) {
        return id.cluster() + ENDING;
    }

    /** Returns the network tag of the control plane machines of an owner, which the firewall rule refers to. */
    static String targetTag(OwnerId owner) {
        return "butler-cp-"
                + UUID.nameUUIDFromBytes(owner.uid().getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .substring(0, 18);
    }
}
