package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Namespace and name of an object. */
record ResourceKey(String namespace, String name) {
    static ResourceKey of(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
