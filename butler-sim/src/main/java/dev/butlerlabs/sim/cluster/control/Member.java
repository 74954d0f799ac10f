package dev.butlerlabs.sim.cluster.control;

import java.util.Map;
import java.util.Objects;

/**
 * A machine of a cluster as its kubelet presents it.
 *
 * @param up whether its kubelet runs
 * @param taints by key, as {@code Effect} or {@code value:Effect}
 * @param kubelet the version of Kubernetes, such as {@code v1.35.0}
 * @param ownNetwork whether it brings a network plugin, so that it needs to wait for none
 */
public record Member(
        String name,
        String address,
        boolean up,
        boolean controlPlane,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> taints,
        String kubelet,
        String talos,
        boolean ownNetwork) {
    public Member {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        taints = Map.copyOf(taints);
    }
}
