package dev.butlerlabs.sim.talos;

import dev.butlerlabs.sim.talos.etcd.EtcdRefusedException;
import java.util.Optional;

/** The reset sequence of a machine: leaves etcd if requested, wipes, and reboots or switches off. */
record NodeReset(SimulatedNode node, ResetRequestReader request) {
    void run() {
        if (request.graceful() && node.isControlPlane()) {
            try {
                node.etcd().leave();
            } catch (EtcdRefusedException e) {
                node.events().failed("", "reset", "failed to leave cluster: " + e.getMessage());
                return;
            }
        }
        wipe();
        if (request.reboots()) {
            node.goDown(NodeStage.RESETTING);
        } else {
            node.halt();
        }
    }

    private void wipe() {
        Optional<ClusterState> left = node.cluster();
        if (request.wipesData()) {
            node.etcd().wipe();
        }
        if (request.wipesConfiguration()) {
            node.wipeConfiguration();
        }
        left.ifPresent(node.network()::endWithoutData);
    }
}
