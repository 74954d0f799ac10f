package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** What is installed on a new management cluster. Each part left out is installed with its defaults. */
@ApiRecord
public record BootstrapAddons(
        @JsonPropertyDescription("Network of the pods.") Cni cni,

        @JsonPropertyDescription("Virtual address of the control plane.")
        ControlPlaneHa controlPlaneHA,

        @JsonPropertyDescription("Addresses for services of type LoadBalancer.")
        LoadBalancer loadBalancer,

        @JsonPropertyDescription("Volumes.") Storage storage,
        @JsonPropertyDescription("Certificates.") CertManager certManager,

        @JsonPropertyDescription("Traffic from outside by host name.")
        Ingress ingress,

        @JsonPropertyDescription("Hosting of the control planes of tenant clusters.")
        ControlPlaneProvider controlPlaneProvider,

        @JsonPropertyDescription("Cluster API, which makes the machines of tenant clusters.")
        Capi capi,

        @JsonPropertyDescription("Delivery from a Git repository.")
        GitOps gitOps,

        @JsonPropertyDescription("Butler's own controllers.")
        ButlerController butlerController,

        @JsonPropertyDescription("Butler's web console.") Console console) {

    /** Network of the pods. */
    @ApiRecord
    public record Cni(
            @Default("cilium") @JsonPropertyDescription("Which network is installed.")
            Cni.Type type,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version,

            @Default("true") @JsonPropertyDescription("Whether traffic can be observed with Hubble.")
            Boolean hubbleEnabled) {
        /** Which network is installed. */
        public enum Type {
            @JsonProperty("cilium")
            CILIUM,
            @JsonProperty("none")
            NONE
        }
    }

    /** Virtual address of the control plane. */
    @ApiRecord
    public record ControlPlaneHa(
            @Default("kube-vip") @JsonPropertyDescription("What carries the virtual address.")
            ControlPlaneHa.Type type,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version) {
        /** What carries the virtual address. */
        public enum Type {
            @JsonProperty("kube-vip")
            KUBE_VIP,
            @JsonProperty("none")
            NONE
        }
    }

    /** Addresses for services of type LoadBalancer. */
    @ApiRecord
    public record LoadBalancer(
            @Default("metallb") @JsonPropertyDescription("What hands the addresses out.")
            LoadBalancer.Type type,

            @JsonPropertyDescription(
                    "Addresses to hand out, as a range or CIDR; spec.network.loadBalancerPool when left out.")
            String addressPool) {
        /** What hands addresses out. */
        public enum Type {
            @JsonProperty("metallb")
            METALLB,
            @JsonProperty("none")
            NONE
        }
    }

    /** Volumes. */
    @ApiRecord
    public record Storage(
            @Default("longhorn") @JsonPropertyDescription("What provides volumes.")
            Storage.Type type,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version,

            @Default("3") @JsonPropertyDescription("Copies kept of every volume.")
            Integer replicaCount) {
        /** What provides volumes. */
        public enum Type {
            @JsonProperty("longhorn")
            LONGHORN,
            @JsonProperty("none")
            NONE
        }
    }

    /** Certificates. */
    @ApiRecord
    public record CertManager(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version) {}

    /** Traffic from outside by host name. */
    @ApiRecord
    public record Ingress(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @Default("traefik") @JsonPropertyDescription("Which controller is installed.")
            Ingress.Type type,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version) {
        /** Which ingress controller is installed. */
        public enum Type {
            @JsonProperty("traefik")
            TRAEFIK,
            @JsonProperty("nginx")
            NGINX,
            @JsonProperty("none")
            NONE
        }
    }

    /** Hosting of the control planes of tenant clusters. */
    @ApiRecord
    public record ControlPlaneProvider(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @Default("steward") @JsonPropertyDescription("What hosts the control planes.")
            ControlPlaneProvider.Type type,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version) {
        /** What hosts control planes. */
        public enum Type {
            @JsonProperty("steward")
            STEWARD,
            @JsonProperty("kamaji")
            KAMAJI,
            @JsonProperty("none")
            NONE
        }
    }

    /** Cluster API. */
    @ApiRecord
    public record Capi(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @Default("v1.9.4") @JsonPropertyDescription("Version of Cluster API.")
            String version,

            @JsonPropertyDescription(
                    "Infrastructures tenant clusters may be made on; the one of the management cluster when left out.")
            List<InfrastructureProvider> infrastructureProviders) {
        public Capi {
            infrastructureProviders = Copies.of(infrastructureProviders);
        }
    }

    /** A Cluster API provider to install. */
    @ApiRecord
    public record InfrastructureProvider(
            @Required
            @JsonPropertyDescription(
                    "Infrastructure: harvester, nutanix, proxmox, gcp, aws, azure, or any other provider installed.")
            String name,

            @JsonPropertyDescription("Version; the one Butler was tested with when left out.")
            String version,

            @JsonPropertyDescription(
                    "Secret with the credentials it works with; those of the management cluster when left out.")
            SecretReference credentialsSecretRef) {}

    /** Delivery from a Git repository. */
    @ApiRecord
    public record GitOps(
            @Default("true") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @Default("flux") @JsonPropertyDescription("What delivers.")
            GitOps.Type type) {
        /** What delivers. */
        public enum Type {
            @JsonProperty("flux")
            FLUX,
            @JsonProperty("none")
            NONE
        }
    }

    /** Butler's own controllers. */
    @ApiRecord
    public record ButlerController(
            @Default("true") @JsonPropertyDescription("Whether they are installed.")
            Boolean enabled,

            @Default("ghcr.io/butlerdotdev/butler-controller") @JsonPropertyDescription("Image without its tag.")
            String image,

            @Default("latest") @JsonPropertyDescription("Tag of the image.")
            String version) {}

    /** Butler's web console. */
    @ApiRecord
    public record Console(
            @Default("false") @JsonPropertyDescription("Whether it is installed.")
            Boolean enabled,

            @Default("latest") @JsonPropertyDescription("Version of the console.")
            String version,

            @JsonPropertyDescription("How the console is reached from outside.")
            ConsoleIngress ingress) {}

    /** How the console is reached from outside. */
    @ApiRecord
    public record ConsoleIngress(
            @Default("false") @JsonPropertyDescription("Whether an Ingress is made.")
            Boolean enabled,

            @JsonPropertyDescription("Host name of the console.")
            String host,

            @JsonPropertyDescription("Ingress class; the default of the cluster when left out.")
            String className,

            @Default("false") @JsonPropertyDescription("Whether the console is served over TLS.")
            Boolean tls,

            @JsonPropertyDescription("Secret with the certificate of the host name.")
            String tlsSecretName) {}
}
