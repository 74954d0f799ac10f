package dev.butlerlabs.sim.cluster.control;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A machine of a cluster as its kubelet reports it.
 *
 * @param up whether its kubelet is running
 * @param taints by key, as {@code Effect} or {@code value:Effect}
 * @param kubelet Kubernetes version, such as {@code v1.35.0}
 * @param ownNetwork whether the machine has a CNI plugin of its own and does not wait for one
 * @param staticPods empty on workers
 * @param draining whether Talos cordons and drains the node
 */
public record ClusterMember(
        String name,
        String address,
        boolean up,
        boolean controlPlane,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> taints,
        String kubelet,
        String talos,
        boolean ownNetwork,
        List<StaticPod> staticPods,
        boolean draining) {
    public ClusterMember {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        taints = Map.copyOf(taints);
        staticPods = List.copyOf(staticPods);
    }

    /** Creates a machine that does not change. */
    public ClusterMember(
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
        this(
                name,
                address,
                up,
                controlPlane,
                labels,
                annotations,
                taints,
                kubelet,
                talos,
                ownNetwork,
                controlPlane ? StaticPod.all(kubelet) : List.of(),
                false);
    }
}
