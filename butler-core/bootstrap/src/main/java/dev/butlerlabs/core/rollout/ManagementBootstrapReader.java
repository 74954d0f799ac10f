package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.upgrade.ClusterVersions;
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

    /**
     * Returns whether an upgrade was interrupted after its last change of a node: the versions are recorded at the end of an upgrade.
     *
     * @param running the versions that the nodes run
     */
    public static boolean hasUnfinishedUpgrade(KubernetesClient client, ClusterVersions running) {
        return find(client)
                .filter(bootstrap -> !running.talos()
                                .toString()
                                .equals(bootstrap.getSpec().talos().version())
                        || recordedKubernetes(bootstrap)
                                .filter(recorded ->
                                        !recorded.equals(running.kubernetes().toString()))
                                .isPresent())
                .isPresent();
    }

    /** Returns the Kubernetes version that the last upgrade reached; empty before the first upgrade. */
    static Optional<String> recordedKubernetes(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.KUBERNETES_VERSION));
    }
}
