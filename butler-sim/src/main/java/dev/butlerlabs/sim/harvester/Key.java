package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Namespace and name of an object. */
record Key(String namespace, String name) {
    static Key of(HasMetadata object) {
        return new Key(object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
