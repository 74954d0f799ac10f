package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.function.Consumer;

/** Calls the listener on every add, update and delete. */
record ChangeListener(Consumer<GenericKubernetesResource> listener)
        implements ResourceEventHandler<GenericKubernetesResource> {
    @Override
    public void onAdd(GenericKubernetesResource object) {
        listener.accept(object);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource now) {
        listener.accept(now);
    }

    @Override
    public void onDelete(GenericKubernetesResource object, boolean finalStateUnknown) {
        listener.accept(object);
    }
}
