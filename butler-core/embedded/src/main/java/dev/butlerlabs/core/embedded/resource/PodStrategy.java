package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.json.KubernetesObject;

/** Strategy of Pods: they stay pending, because no kubelet runs them. */
final class PodStrategy implements ResourceStrategy {
    @Override
    public void prepareForCreate(KubernetesObject object) {
        object.tree().putObject("status").put("phase", "Pending");
    }
}
