package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.json.KubernetesObject;

/** Pods are pending until somebody runs them, which nobody here does. */
final class PodStrategy implements Strategy {
    @Override
    public void prepareForCreate(KubernetesObject object) {
        object.tree().putObject("status").put("phase", "Pending");
    }
}
