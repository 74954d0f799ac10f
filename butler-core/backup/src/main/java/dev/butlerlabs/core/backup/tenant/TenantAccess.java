package dev.butlerlabs.core.backup.tenant;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.HibernationAnnotation;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How to connect to tenant clusters. */
@FunctionalInterface
public interface TenantAccess {
    /**
     * Connects to a tenant cluster; the caller closes the client.
     *
     * @throws ButlerException if its API does not run, or its kubeconfig cannot be read
     */
    KubernetesClient connect(TenantCluster cluster);

    /** Connects with the kubeconfig of the administrator, which is in a Secret of the management cluster. */
    static TenantAccess ofAdministrator(KubernetesClient management, KubeConnector connector) {
        return cluster -> {
            requireRunning(cluster);
            try {
                return connector.connect(new TenantObjectFinder(management).kubeconfig(cluster));
            } catch (ButlerException e) {
                throw e.code() == ErrorCode.FORBIDDEN ? notPermitted(cluster, e) : e;
            }
        };
    }

    /** Connects with a kubeconfig of the tenant cluster that the user has. */
    static TenantAccess ofFile(Path kubeconfig, KubeConnector connector) {
        return cluster -> {
            requireRunning(cluster);
            return connector.connect(List.of(kubeconfig), Optional.empty());
        };
    }

    private static void requireRunning(TenantCluster cluster) {
        ObjectName name = ObjectName.from(cluster);
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            throw new ButlerException(ErrorCode.NOT_READY, "TenantCluster %s is being deleted.".formatted(name));
        }
        if (HibernationAnnotation.isRequested(cluster)) {
            throw new ButlerException(
                    ErrorCode.NOT_READY,
                    "TenantCluster %s is hibernated, so that its API does not run.".formatted(name),
                    "Wake it with 'butlerctl cluster wake %s -n %s --wait', and try again."
                            .formatted(name.name(), name.namespace().orElseThrow()));
        }
    }

    private static ButlerException notPermitted(TenantCluster cluster, ButlerException cause) {
        return new ButlerException(
                ErrorCode.FORBIDDEN,
                "You are not permitted to read the administrator kubeconfig of TenantCluster %s."
                        .formatted(ObjectName.from(cluster)),
                "Pass --tenant-kubeconfig FILE with a kubeconfig that has the role cluster-admin in the tenant cluster. A platform administrator"
                        + " creates one with 'butlerctl access grant --role cluster-admin'.",
                List.of(),
                cause);
    }
}
