package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** How control planes of tenant clusters are reached from outside. */
@ApiRecord
public record ControlPlaneExposure(
        @Default("LoadBalancer") @JsonPropertyDescription("An address for each, or one shared entrance by host name.")
        Mode mode,

        @JsonPropertyDescription("Domain under which each control plane gets a name; needed with Ingress and Gateway.")
        String hostname,

        @JsonPropertyDescription("Ingress class of the shared entrance.")
        String ingressClassName,

        @JsonPropertyDescription("Ingress controller behind that class, for its own annotations.")
        ControllerType controllerType,

        @JsonPropertyDescription("Gateway of the shared entrance; needed with Gateway.")
        String gatewayRef) {

    /** An address for each control plane, or one shared entrance. */
    public enum Mode {
        @JsonProperty("LoadBalancer")
        LOAD_BALANCER,
        @JsonProperty("Ingress")
        INGRESS,
        @JsonProperty("Gateway")
        GATEWAY
    }

    /** Ingress controllers whose annotations are known. */
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
