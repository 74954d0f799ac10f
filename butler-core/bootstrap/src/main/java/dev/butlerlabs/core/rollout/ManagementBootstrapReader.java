package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Finds the ClusterBootstrap that describes a management cluster. */
public final class ManagementBootstrapReader {
    private ManagementBootstrapReader() {}

    /** Returns it; empty if the cluster has none or several, and is thus not described by one. */
    public static Optional<ClusterBootstrap> find(KubernetesClient client) {
        List<ClusterBootstrap> all = KubeErrorMapper.translating(
                "listing ClusterBootstraps",
                () -> client.resources(ClusterBootstrap.class)
                        .inAnyNamespace()
                        .list()
                        .getItems());
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }
}
