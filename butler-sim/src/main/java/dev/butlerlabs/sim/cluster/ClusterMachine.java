package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.sim.cluster.control.ClusterMember;
import dev.butlerlabs.sim.talos.SimulatedNode;

/** A machine of a cluster and its Kubernetes settings. */
record ClusterMachine(SimulatedNode node, MachineKubernetesSettings facts) {
    String address() {
        return node.address().getAddress().getHostAddress();
    }

    boolean isServing() {
        return node.isServing();
    }

    ClusterMember member() {
        return new ClusterMember(
                node.hostname(),
                address(),
                node.isReady(),
                facts.controlPlane(),
                facts.labels(),
                facts.annotations(),
                facts.taints(),
                facts.kubelet(),
                node.version(),
                facts.flannel());
    }
}
