package dev.butlerlabs.sim.talos;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.util.EnumMap;
import java.util.Map;

/** The kubelet and the static pods of a machine. A change of the configuration restarts exactly the changed ones. Thread-safe. */
final class NodeComponents {
    private static final ComponentState NONE = new ComponentState("", 0, "", false);

    private final SimulatedNode node;
    private final Map<NodeComponent, ComponentState> states = new EnumMap<>(NodeComponent.class);

    NodeComponents(SimulatedNode node) {
        this.node = node;
    }

    synchronized ComponentState state(NodeComponent component) {
        return states.getOrDefault(component, NONE);
    }

    /** Starts everything with the images of the configuration. */
    synchronized void onBoot(Map<NodeComponent, String> images) {
        states.keySet().retainAll(images.keySet());
        images.forEach((component, image) -> states.merge(
                component,
                ComponentState.first(image),
                (old, fresh) -> old.image().equals(image)
                        ? old.started()
                        : old.changed(image).started()));
    }

    /** Restarts the components whose image has changed. */
    void onConfiguration(Map<NodeComponent, String> images) {
        images.forEach((component, image) -> {
            if (component.isOnMachine() && change(component, image)) {
                restart(component);
            }
        });
    }

    private synchronized boolean change(NodeComponent component, String image) {
        ComponentState state = state(component);
        if (state.image().equals(image)) {
            return false;
        }
        states.put(component, state.changed(image));
        return true;
    }

    private void restart(NodeComponent component) {
        boolean hangs = component == NodeComponent.KUBELET
                && node.network()
                        .faults()
                        .next(FaultKind.Stage.KUBELET, SimulatedOperation.UPDATE, node.hostname())
                        .isPresent();
        if (!hangs) {
            node.afterBootDelay(() -> {
                synchronized (this) {
                    states.computeIfPresent(component, (key, state) -> state.started());
                }
                node.network().changed();
            });
        }
    }
}
