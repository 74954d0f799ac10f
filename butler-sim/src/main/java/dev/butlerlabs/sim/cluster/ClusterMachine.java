package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.sim.cluster.control.ClusterMember;
import dev.butlerlabs.sim.cluster.control.StaticPod;
import dev.butlerlabs.sim.talos.ComponentState;
import dev.butlerlabs.sim.talos.NodeComponent;
import dev.butlerlabs.sim.talos.SimulatedNode;
import java.util.Arrays;
import java.util.List;

/** A machine of a cluster and its Kubernetes settings. */
record ClusterMachine(SimulatedNode node, MachineKubernetesSettings facts) {
    String address() {
        return node.address().getAddress().getHostAddress();
    }

    boolean isServing() {
        return node.isServing();
    }

    /** Returns the version of its API server. */
    String apiVersion() {
        return node.component(NodeComponent.API_SERVER).version();
    }

    ClusterMember member() {
        return new ClusterMember(
                node.hostname(),
                address(),
                node.isKubeletRunning(),
                facts.controlPlane(),
                facts.labels(),
                facts.annotations(),
                facts.taints(),
                node.component(NodeComponent.KUBELET).version(),
                node.version(),
                facts.flannel(),
                facts.controlPlane() ? staticPods() : List.of(),
                node.isDraining());
    }

    private List<StaticPod> staticPods() {
        return Arrays.stream(NodeComponent.values())
                .filter(NodeComponent::isStaticPod)
                .map(component -> staticPod(component.id(), node.component(component)))
                .toList();
    }

    private static StaticPod staticPod(String program, ComponentState state) {
        return new StaticPod(program, state.runningImage(), Integer.toString(state.configVersion()), state.running());
    }
}
