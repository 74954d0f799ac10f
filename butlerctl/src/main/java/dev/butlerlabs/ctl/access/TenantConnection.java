package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.api.TenantCluster;
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
 * @param cluster the TenantCluster
 * @param administrator the admin kubeconfig, which is a secret
 */
public record TenantConnection(
        TenantCluster cluster, Kubeconfig administrator, KubernetesClient management, KubernetesClient tenant)
        implements AutoCloseable {
    /**
     * Connects to both clusters.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with NOT_FOUND if the tenant cluster does not exist or has no kubeconfig yet
     */
    public static TenantConnection open(CommandContext session, ConnectionOptions connection, String cluster) {
        KubernetesClient management = ManagementClusterContext.connect(session, connection);
        try {
            TenantCluster found = new TenantClusterClient(management)
                    .get(ManagementClusterContext.named(session, connection, cluster));
            Kubeconfig administrator = new TenantObjectFinder(management).kubeconfig(found);
            return new TenantConnection(
                    found, administrator, management, new KubeConnector("butlerctl").connect(administrator));
        } catch (RuntimeException e) {
            management.close();
            throw e;
        }
    }

    ObjectName name() {
        return ObjectName.from(cluster);
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
