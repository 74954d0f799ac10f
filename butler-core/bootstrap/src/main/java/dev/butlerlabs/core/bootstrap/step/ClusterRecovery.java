package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.version.KubernetesVersion;
import java.util.Objects;
import java.util.Optional;

/**
 * What a cluster is restored from.
 *
 * @param snapshot the etcd snapshot; read by one thread at a time
 * @param endpoint the host of the Kubernetes API in the configuration of the old machines; empty if it is not known
 * @param kubernetes the version that the cluster ran; empty for the default of its Talos version
 */
public record ClusterRecovery(
        SnapshotSource snapshot, Optional<String> endpoint, Optional<KubernetesVersion> kubernetes) {
    public ClusterRecovery {
        Objects.requireNonNull(snapshot, "snapshot");
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(kubernetes, "kubernetes");
    }
}
