package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the tenant cluster. */
@ApiRecord
@JsonClassDescription("What is known of the tenant cluster.")
public record TenantClusterStatus(
        @JsonPropertyDescription("How far the cluster has come.")
        Phase phase,

        @JsonPropertyDescription("Address of the Kubernetes API of the cluster.")
        String controlPlaneEndpoint,

        @JsonPropertyDescription("Namespace of the management cluster that holds the parts of the cluster.")
        String tenantNamespace,

        @JsonPropertyDescription("Secret with the kubeconfig of the cluster.")
        LocalReference kubeconfigSecretRef,

        @JsonPropertyDescription("Workers that are wanted.") Integer workerNodesDesired,
        @JsonPropertyDescription("Workers that are ready.") Integer workerNodesReady,

        @JsonPropertyDescription("What was last seen in the cluster itself.")
        ObservedState observedState,

        @JsonPropertyDescription("The IPAllocation with the addresses of the nodes.")
        LocalReference ipAllocationRef,

        @JsonPropertyDescription("The IPAllocation with the addresses of services of type LoadBalancer.")
        LocalReference lbAllocationRef,

        @JsonPropertyDescription("The ImageSync that brings the image of the workers.")
        LocalReference imageSyncRef,

        @JsonPropertyDescription("When the phase last changed.")
        Instant lastTransitionTime,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public TenantClusterStatus {
        conditions = Copies.of(conditions);
    }

    /** How far a tenant cluster has come. */
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
        FAILED
    }

    /** What was last seen in the cluster itself. */
    @ApiRecord
    public record ObservedState(
            @JsonPropertyDescription("Kubernetes version the cluster runs.")
            String kubernetesVersion,

            @JsonPropertyDescription("The workers.") ObservedWorkers workers,
            @JsonPropertyDescription("The addons found.") List<ObservedAddon> addons) {
        public ObservedState {
            addons = Copies.of(addons);
        }
    }

    /** The workers as last seen. */
    @ApiRecord
    public record ObservedWorkers(
            @Required @JsonPropertyDescription("Workers that are wanted.")
            int desired,

            @Required @JsonPropertyDescription("Workers that are ready.")
            int ready,

            @JsonPropertyDescription("Names of the nodes.") List<String> nodes) {
        public ObservedWorkers {
            nodes = Copies.of(nodes);
        }
    }

    /** An addon as last seen. */
    @ApiRecord
    public record ObservedAddon(
            @Required @JsonPropertyDescription("Name of the addon.")
            String name,

            @Required @JsonPropertyDescription("Version that is installed.")
            String version,

            @Required @JsonPropertyDescription("How the addon is doing.")
            AddonHealth status,

            @Required @JsonPropertyDescription("Who installed the addon.")
            AddonManager managedBy) {}

    /** How an addon is doing. */
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

    /** Who installed an addon. */
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
