package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The observed state of the management cluster. */
@ApiRecord
@JsonClassDescription("The observed state of the management cluster.")
public record ClusterBootstrapStatus(
        @JsonPropertyDescription(
                "Phase of the bootstrap: Pending, ProvisioningMachines, ConfiguringTalos, BootstrappingCluster, InstallingAddons, Pivoting, Ready or Failed.")
        String phase,

        @JsonPropertyDescription("The machines of the cluster.")
        List<Machine> machines,

        @JsonPropertyDescription("URL of the Kubernetes API of the cluster.")
        String controlPlaneEndpoint,

        @JsonPropertyDescription("Kubeconfig of the cluster, base64-encoded.")
        SensitiveText kubeconfig,

        @JsonPropertyDescription("Talosconfig of the cluster, base64-encoded.")
        SensitiveText talosconfig,

        @JsonPropertyDescription("URL of the web console.") String consoleURL,

        @JsonPropertyDescription("Addons by name, and whether each is installed.")
        Map<String, Boolean> addonsInstalled,

        @JsonPropertyDescription("Machine-readable reason of the failure.")
        String failureReason,

        @JsonPropertyDescription("Human-readable message of the failure.")
        String failureMessage,

        @JsonPropertyDescription("Time of the last status update.")
        Instant lastUpdated,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public ClusterBootstrapStatus {
        machines = NullSafeCopies.of(machines);
        addonsInstalled = NullSafeCopies.of(addonsInstalled);
        conditions = NullSafeCopies.of(conditions);
    }

    /** One machine of the cluster. */
    @ApiRecord
    public record Machine(
            @Required @JsonPropertyDescription("Name of the MachineRequest.")
            String name,

            @Required @JsonPropertyDescription("Role of the machine: control-plane or worker.")
            String role,

            @Required @JsonPropertyDescription("Phase of the MachineRequest.")
            String phase,

            @JsonPropertyDescription("IP address of the machine.")
            String ipAddress,

            @JsonPropertyDescription("Whether the machine accepted its configuration.")
            Boolean talosConfigured,

            @JsonPropertyDescription("Whether the machine joined the cluster as a ready node.")
            Boolean ready) {}
}
