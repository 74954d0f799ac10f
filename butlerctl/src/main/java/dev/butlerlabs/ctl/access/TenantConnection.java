package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import dev.butlerlabs.core.tenant.change.TenantParts;
import dev.butlerlabs.ctl.cluster.ManagementCluster;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Connects to a tenant cluster with the admin kubeconfig stored in the management cluster. */
final class TenantConnection {
    private TenantConnection() {}

    static Kubeconfig kubeconfig(Session session, ConnectionOptions connection, String cluster) {
        try (KubernetesClient management = ManagementCluster.connect(session, connection)) {
            return new TenantParts(management)
                    .kubeconfig(
                            new TenantClusters(management).get(ManagementCluster.named(session, connection, cluster)));
        }
    }

    static KubernetesClient connect(Kubeconfig kubeconfig) {
        return new KubeConnector("butlerctl").connect(kubeconfig);
    }
}
