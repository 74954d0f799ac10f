package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** How control planes of tenant clusters are exposed. */
@ApiRecord
public record ControlPlaneExposure(
        @Default("LoadBalancer")
        @JsonPropertyDescription("A LoadBalancer address per control plane, or a shared Ingress or Gateway.")
        Mode mode,

        @JsonPropertyDescription("Parent domain of the control plane host names. Required with Ingress and Gateway.")
        String hostname,

        @JsonPropertyDescription("Ingress class.") String ingressClassName,

        @JsonPropertyDescription("Ingress controller of the class, which determines the annotations.")
        ControllerType controllerType,

        @JsonPropertyDescription("Gateway. Required with Gateway.")
        String gatewayRef) {

    /** Exposure modes. */
    public enum Mode {
        @JsonProperty("LoadBalancer")
        LOAD_BALANCER,
        @JsonProperty("Ingress")
        INGRESS,
        @JsonProperty("Gateway")
        GATEWAY
    }

    /** Ingress controllers with specific annotations. */
    public enum ControllerType {
        @JsonProperty("haproxy")
        HAPROXY,
        @JsonProperty("nginx")
        NGINX,
        @JsonProperty("traefik")
        TRAEFIK,
        @JsonProperty("generic")
        GENERIC
    }
}
