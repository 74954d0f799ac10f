package dev.butlerlabs.sim.talos;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.util.EnumMap;
import java.util.Map;

/** The kubelet and the static pods of a machine. A change of the configuration restarts exactly the changed ones. Thread-safe. */
final class NodeComponents {
    /** A component whose image the configuration leaves to Talos. */
    private static final ComponentState UNNAMED = new ComponentState("", 0, "", true);

    private final SimulatedNode node;
    private final Map<NodeComponent, ComponentState> states = new EnumMap<>(NodeComponent.class);

    NodeComponents(SimulatedNode node) {
        this.node = node;
    }

    synchronized ComponentState state(NodeComponent component) {
        return states.getOrDefault(component, UNNAMED);
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

    /** Restarts the components whose image has changed; static pods only with a running kubelet. */
    void onConfiguration(Map<NodeComponent, String> images) {
        synchronized (this) {
            images.forEach((component, image) -> states.merge(
                    component,
                    ComponentState.first(image),
                    (state, unused) -> state.image().equals(image) ? state : state.changed(image)));
        }
        restartOutdated();
    }

    private void restartOutdated() {
        for (NodeComponent component : NodeComponent.values()) {
            boolean possible = component == NodeComponent.KUBELET
                    || state(NodeComponent.KUBELET).running();
            if (component.isOnMachine() && possible && stop(component)) {
                startLater(component);
            }
        }
    }

    private synchronized boolean stop(NodeComponent component) {
        ComponentState state = state(component);
        if (!state.isOutdated() || !state.running()) {
            return false;
        }
        states.put(component, state.stopped());
        return true;
    }

    private void startLater(NodeComponent component) {
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
                restartOutdated();
                node.network().changed();
            });
        }
    }
}
