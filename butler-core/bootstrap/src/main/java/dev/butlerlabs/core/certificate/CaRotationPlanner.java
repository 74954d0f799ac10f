package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.node.ClusterMachineRepository;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Reads a management cluster and plans the rotation of one of its CAs. Changes nothing. */
public final class CaRotationPlanner {
    private final KubernetesClient client;

    public CaRotationPlanner(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Plans the rotation of a CA.
     *
     * @param selection arguments that select the cluster for {@code butleradm}; may be empty
     */
    public CaRotationPlan plan(ClusterAuthority authority, String selection) {
        ClusterMachineRepository cluster = new ClusterMachineRepository(client);
        ClusterBootstrap bootstrap = cluster.bootstrap();
        String secret = "%s/%s"
                .formatted(
                        bootstrap.getMetadata().getNamespace(),
                        BootstrapObjectNames.talosSecrets(
                                bootstrap.getSpec().cluster().name()));
        return CaRotationPlan.of(
                authority,
                authority.of(cluster.secrets(bootstrap)).certificate(),
                new CaRotationPlan.Cluster(secret, selection, new KubernetesNodeReader(client).read()));
    }
}
