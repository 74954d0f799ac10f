package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.Map;

/** What is installed on a tenant cluster. */
@ApiRecord
public record TenantClusterAddons(
        @JsonPropertyDescription("Network of the pods.") Cni cni,

        @JsonPropertyDescription("Addresses for services of type LoadBalancer.")
        LoadBalancer loadBalancer,

        @JsonPropertyDescription("Volumes.") Storage storage,
        @JsonPropertyDescription("Certificates.") CertManager certManager,

        @JsonPropertyDescription("Traffic from outside by host name.")
        Ingress ingress,

        @JsonPropertyDescription("Delivery from a Git repository.")
        GitOps gitops) {

    /** Network of the pods. */
    @ApiRecord
    public record Cni(
            @Default("cilium") @JsonPropertyDescription("Which network is installed.")
            Cni.Provider provider,

            @Required @JsonPropertyDescription("Version of the chart.")
            String version,

            @JsonPropertyDescription("Values for the chart.")
            Map<String, Object> values) {
        public Cni {
            values = Copies.of(values);
        }

        /** Networks of pods. */
        public enum Provider {
            @JsonProperty("cilium")
            CILIUM
        }
    }

    /** Addresses for services of type LoadBalancer. */
    @ApiRecord
    public record LoadBalancer(
            @Default("metallb") @JsonPropertyDescription("What hands the addresses out.")
            LoadBalancer.Provider provider,

            @Required @JsonPropertyDescription("Version of the chart.")
            String version,

            @JsonPropertyDescription("Values for the chart.")
            Map<String, Object> values) {
        public LoadBalancer {
            values = Copies.of(values);
        }

        /** What hands addresses out. */
        public enum Provider {
            @JsonProperty("metallb")
            METALLB
        }
    }

    /** Volumes. */
    @ApiRecord
    public record Storage(
            @JsonPropertyDescription("What provides volumes.")
            Storage.Provider provider,

            @Required @JsonPropertyDescription("Version of the chart.")
            String version,

            @JsonPropertyDescription("Values for the chart.")
            Map<String, Object> values) {
        public Storage {
            values = Copies.of(values);
        }

        /** What provides volumes. */
        public enum Provider {
            @JsonProperty("longhorn")
            LONGHORN,
            @JsonProperty("linstor")
            LINSTOR
        }
    }

    /** Certificates. */
    @ApiRecord
    public record CertManager(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @Required @JsonPropertyDescription("Version of the chart.")
            String version,

            @JsonPropertyDescription("Values for the chart.")
            Map<String, Object> values) {
        public CertManager {
            values = Copies.of(values);
        }
    }

    /** Traffic from outside by host name. */
    @ApiRecord
    public record Ingress(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @JsonPropertyDescription("Which controller is installed.")
            Ingress.Provider provider,

            @JsonPropertyDescription("Version of the chart; the one Butler was tested with when left out.")
            String version,

            @JsonPropertyDescription("Values for the chart.")
            Map<String, Object> values) {
        public Ingress {
            values = Copies.of(values);
        }

        /** Ingress controllers. */
        public enum Provider {
            @JsonProperty("traefik")
            TRAEFIK,
            @JsonProperty("nginx")
            NGINX
        }
    }

    /** Delivery from a Git repository. */
    @ApiRecord
    public record GitOps(
            @JsonPropertyDescription("What delivers.") GitOps.Provider provider,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version,

            @JsonPropertyDescription("Where it delivers from.")
            Repository repository) {
        /** What delivers. */
        public enum Provider {
            @JsonProperty("fluxcd")
            FLUXCD,
            @JsonProperty("argocd")
            ARGOCD
        }
    }

    /** A folder in a Git repository. */
    @ApiRecord
    public record Repository(
            @Required @JsonPropertyDescription("Address of the repository.")
            String url,

            @Default("main") @JsonPropertyDescription("Branch to follow.")
            String branch,

            @JsonPropertyDescription("Folder in the repository; the root when left out.")
            String path,

            @JsonPropertyDescription("Secret that opens the repository.")
            LocalReference secretRef) {}
}
