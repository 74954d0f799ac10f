package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerTime;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;

/**
 * Connections to a tenant cluster, with the admin kubeconfig stored in the management cluster, and to its management cluster.
 *
 * @param name the TenantCluster
 * @param administrator the admin kubeconfig, which is a secret
 */
record TenantConnection(ObjectName name, Kubeconfig administrator, KubernetesClient management, KubernetesClient tenant)
        implements AutoCloseable {
    static TenantConnection open(CommandContext session, ConnectionOptions connection, String cluster) {
        KubernetesClient management = ManagementClusterContext.connect(session, connection);
        try {
            ObjectName name = ManagementClusterContext.named(session, connection, cluster);
            Kubeconfig administrator =
                    new TenantObjectFinder(management).kubeconfig(new TenantClusterClient(management).get(name));
            return new TenantConnection(
                    name, administrator, management, new KubeConnector("butlerctl").connect(administrator));
        } catch (RuntimeException e) {
            management.close();
            throw e;
        }
    }

    /** Returns the time of the management cluster, whose controllers end the grants. */
    Instant now(CommandContext session) {
        return ServerTime.now(management, session.clock().instant());
    }

    @Override
    public void close() {
        tenant.close();
        management.close();
    }
}
