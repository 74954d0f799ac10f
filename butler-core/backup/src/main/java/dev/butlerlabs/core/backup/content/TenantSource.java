package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** A tenant cluster whose content is written to a backup. */
public interface TenantSource {
    /** Returns the name of its TenantCluster. */
    ObjectName name();

    /**
     * Connects to its API; the caller closes the client.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the API does not run, or its kubeconfig cannot be read
     */
    KubernetesClient connect();

    /** Returns its TenantCluster and further objects of the management cluster. */
    List<ObjectPage> managementObjects();

    /** Returns the Helm releases that Butler installs, as {@code namespace/name}. */
    List<String> releases();
}
