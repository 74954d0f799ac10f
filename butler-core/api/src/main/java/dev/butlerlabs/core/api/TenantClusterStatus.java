package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the tenant cluster. */
@ApiRecord
@JsonClassDescription("The observed state of the tenant cluster.")
public record TenantClusterStatus(
        @JsonPropertyDescription("Phase of the cluster.") Phase phase,

        @JsonPropertyDescription("URL of the Kubernetes API of the cluster.")
        String controlPlaneEndpoint,

        @JsonPropertyDescription("Namespace on the management cluster with the resources of this cluster.")
        String tenantNamespace,

        @JsonPropertyDescription("Secret with the kubeconfig of the cluster.")
        LocalReference kubeconfigSecretRef,

        @JsonPropertyDescription("Desired number of workers.")
        Integer workerNodesDesired,

        @JsonPropertyDescription("Number of ready workers.") Integer workerNodesReady,

        @JsonPropertyDescription("Last observed state of the cluster.")
        ObservedState observedState,

        @JsonPropertyDescription("The IPAllocation with the addresses of the nodes.")
        LocalReference ipAllocationRef,

        @JsonPropertyDescription("The IPAllocation with the addresses of Services of type LoadBalancer.")
        LocalReference lbAllocationRef,

        @JsonPropertyDescription("ImageSync of the worker image.")
        LocalReference imageSyncRef,

        @JsonPropertyDescription("Time of the last phase change.")
        Instant lastTransitionTime,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public TenantClusterStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of a tenant cluster. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Provisioning")
        PROVISIONING,
        @JsonProperty("Installing")
        INSTALLING,
        @JsonProperty("Ready")
        READY,
        @JsonProperty("Updating")
        UPDATING,
        @JsonProperty("Deleting")
        DELETING,
        @JsonProperty("Failed")
        FAILED,
        /** Hibernation was requested; workers or control plane still run. */
        @JsonProperty("Hibernating")
        HIBERNATING,
        /** No worker and no control plane runs. */
        @JsonProperty("Hibernated")
        HIBERNATED
    }

    /** Last observed state of the cluster. */
    @ApiRecord
    public record ObservedState(
            @JsonPropertyDescription("Observed Kubernetes version.")
            String kubernetesVersion,

            @JsonPropertyDescription("The workers.") ObservedWorkers workers,
            @JsonPropertyDescription("Observed addons.") List<ObservedAddon> addons) {
        public ObservedState {
            addons = NullSafeCopies.of(addons);
        }
    }

    /** Last observed state of the workers. */
    @ApiRecord
    public record ObservedWorkers(
            @Required @JsonPropertyDescription("Desired number of workers.")
            int desired,

            @Required @JsonPropertyDescription("Number of ready workers.")
            int ready,

            @JsonPropertyDescription("Names of the nodes.") List<String> nodes) {
        public ObservedWorkers {
            nodes = NullSafeCopies.of(nodes);
        }
    }

    /** Last observed state of an addon. */
    @ApiRecord
    public record ObservedAddon(
            @Required @JsonPropertyDescription("Name of the addon.")
            String name,

            @Required @JsonPropertyDescription("Installed version.")
            String version,

            @Required @JsonPropertyDescription("Health of the addon.")
            AddonHealth status,

            @Required @JsonPropertyDescription("Manager of the addon.")
            AddonManager managedBy) {}

    /** Health of an addon. */
    public enum AddonHealth {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Installing")
        INSTALLING,
        @JsonProperty("Healthy")
        HEALTHY,
        @JsonProperty("Degraded")
        DEGRADED,
        @JsonProperty("Failed")
        FAILED
    }

    /** Manager of an addon. */
    public enum AddonManager {
        @JsonProperty("butler")
        BUTLER,
        @JsonProperty("flux")
        FLUX,
        @JsonProperty("argocd")
        ARGOCD,
        @JsonProperty("manual")
        MANUAL
    }
}
