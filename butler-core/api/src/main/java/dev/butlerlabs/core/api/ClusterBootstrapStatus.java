package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** How far the management cluster has come. */
@ApiRecord
@JsonClassDescription("How far the management cluster has come.")
public record ClusterBootstrapStatus(
        @JsonPropertyDescription(
                "How far the bootstrap has come: Pending, ProvisioningMachines, ConfiguringTalos, BootstrappingCluster, InstallingAddons, Pivoting, Ready or Failed.")
        String phase,

        @JsonPropertyDescription("The machines of the cluster.")
        List<Machine> machines,

        @JsonPropertyDescription("Address of the Kubernetes API of the cluster.")
        String controlPlaneEndpoint,

        @JsonPropertyDescription("Kubeconfig of the cluster, base64.")
        SensitiveText kubeconfig,

        @JsonPropertyDescription("Talosconfig of the cluster, base64.")
        SensitiveText talosconfig,

        @JsonPropertyDescription("Address of the web console.")
        String consoleURL,

        @JsonPropertyDescription("Addons by name, and whether each is installed.")
        Map<String, Boolean> addonsInstalled,

        @JsonPropertyDescription("One word for why the bootstrap failed.")
        String failureReason,

        @JsonPropertyDescription("A sentence for why the bootstrap failed.")
        String failureMessage,

        @JsonPropertyDescription("When this status was last written.")
        Instant lastUpdated,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @JsonPropertyDescription("The state in detail.") List<Condition> conditions) {
    public ClusterBootstrapStatus {
        machines = Copies.of(machines);
        addonsInstalled = Copies.of(addonsInstalled);
        conditions = Copies.of(conditions);
    }

    /** One machine of the cluster. */
    @ApiRecord
    public record Machine(
            @Required @JsonPropertyDescription("Name of the MachineRequest.")
            String name,

            @Required @JsonPropertyDescription("What the machine does in the cluster: control-plane or worker.")
            String role,

            @Required @JsonPropertyDescription("Phase of the MachineRequest.")
            String phase,

            @JsonPropertyDescription("Address by which the machine is reached.")
            String ipAddress,

            @JsonPropertyDescription("Whether the machine has accepted its configuration.")
            Boolean talosConfigured,

            @JsonPropertyDescription("Whether the machine has joined the cluster as a ready node.")
            Boolean ready) {}
}
