package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeSet;

/** A part of a load balancer, guarded by the lock of its project. It appears when its operation has finished. */
final class GcpBalancerPart {
    final String path;
    final ObjectNode json;
    /** Paths of the instances, if the part is an instance group. */
    final TreeSet<String> members = new TreeSet<>();

    boolean visible;
    boolean leaving;

    GcpBalancerPart(String path, ObjectNode json) {
        this.path = path;
        this.json = json;
    }

    /** @param type name of a collection, such as {@code addresses} */
    boolean isA(String type) {
        return path.contains("/" + type + "/");
    }
}
