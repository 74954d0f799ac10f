package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Connects to a tenant cluster with the admin kubeconfig stored in the management cluster. */
final class TenantConnection {
    private TenantConnection() {}

    static Kubeconfig kubeconfig(CommandContext session, ConnectionOptions connection, String cluster) {
        try (KubernetesClient management = ManagementClusterContext.connect(session, connection)) {
            return new TenantObjectFinder(management)
                    .kubeconfig(new TenantClusterClient(management)
                            .get(ManagementClusterContext.named(session, connection, cluster)));
        }
    }

    static KubernetesClient connect(Kubeconfig kubeconfig) {
        return new KubeConnector("butlerctl").connect(kubeconfig);
    }
}
