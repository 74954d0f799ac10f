package dev.butlerlabs.core.provider.clusterapi;

import java.util.Objects;

/**
 * The resource types of a Cluster API infrastructure provider. Immutable.
 *
 * @param provider name of the infrastructure provider to install, such as {@code kubevirt}
 * @param apiVersion API version of both resource types
 * @param clusterKind kind of the infrastructure cluster, such as {@code KubevirtCluster}
 * @param machineTemplateKind kind of the machine template, such as {@code KubevirtMachineTemplate}
 */
public record ClusterApiResourceTypes(
        String provider, String apiVersion, String clusterKind, String machineTemplateKind) {
    public ClusterApiResourceTypes {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(apiVersion, "apiVersion");
        Objects.requireNonNull(clusterKind, "clusterKind");
        Objects.requireNonNull(machineTemplateKind, "machineTemplateKind");
    }
}
