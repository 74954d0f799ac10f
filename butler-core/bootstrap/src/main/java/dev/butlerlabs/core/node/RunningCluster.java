package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Talos;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What new machines of a cluster must match. Immutable.
 *
 * @param endpoint the host of the Kubernetes API
 * @param talos the lowest Talos version of the control planes; empty if it is not known
 * @param kubernetes the lowest kubelet version of the control planes; empty if it is not known
 */
public record RunningCluster(String endpoint, Optional<ReleaseVersion> talos, Optional<ReleaseVersion> kubernetes) {
    static RunningCluster read(KubernetesClient client, String endpoint) {
        List<NodeObservation> controlPlanes =
                KubeErrorMapper.translating(
                                "listing the nodes", () -> client.nodes().list().getItems())
                        .stream()
                        .map(KubernetesNodeReader::of)
                        .filter(NodeObservation::isControlPlane)
                        .toList();
        return new RunningCluster(
                endpoint,
                lowest(controlPlanes.stream().flatMap(node -> node.talos().stream())),
                lowest(controlPlanes.stream().flatMap(node -> node.kubernetes().stream())));
    }

    private static Optional<ReleaseVersion> lowest(Stream<ReleaseVersion> versions) {
        return versions.min(Comparator.naturalOrder());
    }

    Optional<KubernetesVersion> kubernetesVersion() {
        return kubernetes.map(version -> KubernetesVersion.parse(version.toString()));
    }

    /** Returns the ClusterBootstrap with the Talos version that the cluster runs; it may have been upgraded since the bootstrap. */
    ClusterBootstrap current(ClusterBootstrap bootstrap) {
        Talos before = bootstrap.getSpec().talos();
        if (talos.isEmpty() || talos.get().toString().equals(before.version())) {
            return bootstrap;
        }
        ClusterBootstrap current = new ClusterBootstrap();
        current.setMetadata(bootstrap.getMetadata());
        current.setSpec(ClusterBootstrapSpecBuilder.builder(bootstrap.getSpec())
                .talos(new Talos(
                        talos.get().toString(),
                        before.schematic(),
                        before.installDisk(),
                        before.configPatches(),
                        before.configDelivery()))
                .build());
        return current;
    }
}
