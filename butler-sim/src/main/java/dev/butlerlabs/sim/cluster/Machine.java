package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.sim.cluster.control.Member;
import dev.butlerlabs.sim.talos.SimulatedNode;

/** A machine of a cluster and its Kubernetes settings. */
record Machine(SimulatedNode node, MachineFacts facts) {
    String address() {
        return node.address().getAddress().getHostAddress();
    }

    boolean isServing() {
        return facts.controlPlane() && node.isReady();
    }

    Member member() {
        return new Member(
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
