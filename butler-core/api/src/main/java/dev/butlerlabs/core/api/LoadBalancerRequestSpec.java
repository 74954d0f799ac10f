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

/** The load balancer that is wanted. */
@ApiRecord
@JsonClassDescription("The load balancer that is wanted.")
@ValidationRule(value = "self.clusterName == oldSelf.clusterName", message = "A load balancer keeps its cluster.")
@ValidationRule(
        value = "self.providerConfigRef == oldSelf.providerConfigRef",
        message = "A load balancer keeps its infrastructure.")
public record LoadBalancerRequestSpec(
        @Required @JsonPropertyDescription("The ProviderConfig that says where the load balancer is made.")
        ObjectReference providerConfigRef,

        @Required
        @Size(min = 1, max = 63)
        @Pattern(Patterns.DNS_LABEL)
        @JsonPropertyDescription("Cluster whose control plane stands behind it.")
        String clusterName,

        @Default("6443") @Min(1) @Max(65535) @JsonPropertyDescription("Port it listens on and forwards to.")
        Integer port,

        @Min(1)
        @Max(65535)
        @JsonPropertyDescription("Port of the machines that tells whether they are well; port when left out.")
        Integer healthCheckPort,

        @JsonPropertyDescription("Machines it forwards to.") List<Target> targets) {
    public LoadBalancerRequestSpec {
        targets = Copies.of(targets);
    }

    /** A machine behind the load balancer; each infrastructure knows it by another of these. */
    @ApiRecord
    public record Target(
            @JsonPropertyDescription("Address of the machine.")
            String ip,

            @JsonPropertyDescription("The infrastructure's own id of the machine.")
            String instanceID,

            @JsonPropertyDescription("Name of the machine on the infrastructure.")
            String instanceName) {}
}
