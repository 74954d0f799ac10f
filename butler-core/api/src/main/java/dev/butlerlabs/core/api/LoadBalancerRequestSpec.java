package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** The requested load balancer. */
@ApiRecord
@JsonClassDescription("The requested load balancer.")
@ValidationRule(value = "self.clusterName == oldSelf.clusterName", message = "A load balancer keeps its cluster.")
@ValidationRule(
        value = "self.providerConfigRef == oldSelf.providerConfigRef",
        message = "A load balancer keeps its infrastructure.")
public record LoadBalancerRequestSpec(
        @Required @JsonPropertyDescription("ProviderConfig of the load balancer.")
        ObjectReference providerConfigRef,

        @Required
        @Size(min = 1, max = 63)
        @Pattern(FieldPatterns.DNS_LABEL)
        @JsonPropertyDescription("Cluster whose control plane is load-balanced.")
        String clusterName,

        @Default("6443") @Min(1) @Max(65535) @JsonPropertyDescription("Port of the listener and of the targets.")
        Integer port,

        @Min(1) @Max(65535) @JsonPropertyDescription("Health check port of the machines. Defaults to port.")
        Integer healthCheckPort,

        @JsonPropertyDescription("Target machines.") List<Target> targets) {
    public LoadBalancerRequestSpec {
        targets = NullSafeCopies.of(targets);
    }

    /** A target of the load balancer. Which field identifies the machine depends on the infrastructure. */
    @ApiRecord
    public record Target(
            @JsonPropertyDescription("Address of the machine.")
            String ip,

            @JsonPropertyDescription("Provider ID of the machine.")
            String instanceID,

            @JsonPropertyDescription("Name of the machine on the infrastructure.")
            String instanceName) {}
}
