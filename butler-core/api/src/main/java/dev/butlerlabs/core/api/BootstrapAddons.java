package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;

/** The addons of a new management cluster. Missing sections use their defaults. */
@ApiRecord
public record BootstrapAddons(
        @JsonPropertyDescription("Pod network.") Cni cni,

        @JsonPropertyDescription("Virtual IP address of the control plane.")
        ControlPlaneHa controlPlaneHA,

        @JsonPropertyDescription("Load balancer for Services of type LoadBalancer.")
        LoadBalancer loadBalancer,

        @JsonPropertyDescription("Persistent storage.") Storage storage,

        @JsonPropertyDescription("Certificate management with cert-manager.")
        CertManager certManager,

        @JsonPropertyDescription("Ingress controller.") Ingress ingress,

        @JsonPropertyDescription("Hosted control planes of tenant clusters.")
        ControlPlaneProvider controlPlaneProvider,

        @JsonPropertyDescription("Cluster API, which creates the machines of tenant clusters.")
        Capi capi,

        @JsonPropertyDescription("GitOps from a Git repository.")
        GitOps gitOps,

        @JsonPropertyDescription("Butler controllers.") ButlerController butlerController,

        @JsonPropertyDescription("Butler web console.") Console console) {

    /** Pod network. */
    @ApiRecord
    public record Cni(
            @Default("cilium") @JsonPropertyDescription("CNI plugin.")
            Cni.Type type,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version,

            @Default("true") @JsonPropertyDescription("Whether Hubble is enabled.")
            Boolean hubbleEnabled) {
        /** CNI plugin. */
        public enum Type {
            @JsonProperty("cilium")
            CILIUM,
            @JsonProperty("none")
            NONE
        }
    }

    /** Virtual IP address of the control plane. */
    @ApiRecord
    public record ControlPlaneHa(
            @Default("kube-vip") @JsonPropertyDescription("Provider of the virtual IP address.")
            ControlPlaneHa.Type type,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version) {
        /** Provider of the virtual IP address. */
        public enum Type {
            @JsonProperty("kube-vip")
            KUBE_VIP,
            @JsonProperty("none")
            NONE
        }
    }

    /** Load balancer for Services of type LoadBalancer. */
    @ApiRecord
    public record LoadBalancer(
            @Default("metallb") @JsonPropertyDescription("Load balancer implementation.")
            LoadBalancer.Type type,

            @JsonPropertyDescription("Address range or CIDR. Defaults to spec.network.loadBalancerPool.")
            String addressPool) {
        /** Load balancer implementations. */
        public enum Type {
            @JsonProperty("metallb")
            METALLB,
            @JsonProperty("none")
            NONE
        }
    }

    /** Persistent storage. */
    @ApiRecord
    public record Storage(
            @Default("longhorn") @JsonPropertyDescription("Storage provider.")
            Storage.Type type,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version,

            @Default("3") @JsonPropertyDescription("Number of replicas of each volume.")
            Integer replicaCount) {
        /** Storage provider. */
        public enum Type {
            @JsonProperty("longhorn")
            LONGHORN,
            @JsonProperty("local-path")
            LOCAL_PATH,
            @JsonProperty("none")
            NONE
        }
    }

    /** Certificate management with cert-manager. */
    @ApiRecord
    public record CertManager(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version) {}

    /** Ingress controller. */
    @ApiRecord
    public record Ingress(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @Default("traefik") @JsonPropertyDescription("Ingress controller type.")
            Ingress.Type type,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version) {
        /** Ingress controller types. */
        public enum Type {
            @JsonProperty("traefik")
            TRAEFIK,
            @JsonProperty("nginx")
            NGINX,
            @JsonProperty("none")
            NONE
        }
    }

    /** Hosted control planes of tenant clusters. */
    @ApiRecord
    public record ControlPlaneProvider(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @Default("steward") @JsonPropertyDescription("Control plane provider.")
            ControlPlaneProvider.Type type,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version) {
        /** Control plane providers. */
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
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @Default("v1.9.4") @JsonPropertyDescription("Version of Cluster API.")
            String version,

            @JsonPropertyDescription(
                    "Infrastructure providers for tenant clusters. Defaults to the provider of the management cluster.")
            List<InfrastructureProvider> infrastructureProviders) {
        public Capi {
            infrastructureProviders = NullSafeCopies.of(infrastructureProviders);
        }
    }

    /** A Cluster API provider to install. */
    @ApiRecord
    public record InfrastructureProvider(
            @Required
            @JsonPropertyDescription(
                    "Infrastructure provider: harvester, nutanix, proxmox, gcp, aws, azure, or another installed provider.")
            String name,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version,

            @JsonPropertyDescription(
                    "Secret with the provider credentials. Defaults to the credentials of the management cluster.")
            SecretReference credentialsSecretRef) {}

    /** GitOps from a Git repository. */
    @ApiRecord
    public record GitOps(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @Default("flux") @JsonPropertyDescription("GitOps tool.")
            GitOps.Type type) {
        /** GitOps tool. */
        public enum Type {
            @JsonProperty("flux")
            FLUX,
            @JsonProperty("none")
            NONE
        }
    }

    /** Butler controllers. */
    @ApiRecord
    public record ButlerController(
            @Default("true") @JsonPropertyDescription("Whether the controllers are installed.")
            Boolean enabled,

            @Default("ghcr.io/butlerdotdev/butler-controller") @JsonPropertyDescription("Image without the tag.")
            String image,

            @Default("latest") @JsonPropertyDescription("Image tag.")
            String version,

            @Default("butler")
            @JsonPropertyDescription("Which controllers: those of this project, or the upstream chart.")
            ButlerController.Type type,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public ButlerController {
            values = NullSafeCopies.of(values);
        }

        /** Which controllers are installed. */
        public enum Type {
            @JsonProperty("butler")
            BUTLER,
            @JsonProperty("upstream")
            UPSTREAM
        }
    }

    /** Butler web console. */
    @ApiRecord
    public record Console(
            @Default("false") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @Default("latest") @JsonPropertyDescription("Version of the upstream console.")
            String version,

            @Default("butler") @JsonPropertyDescription("Which console: that of this project, or the upstream chart.")
            Console.Type type,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values,

            @JsonPropertyDescription("How the console is exposed.")
            ConsoleIngress ingress) {
        public Console {
            values = NullSafeCopies.of(values);
        }

        /** Which console is installed. */
        public enum Type {
            @JsonProperty("butler")
            BUTLER,
            @JsonProperty("upstream")
            UPSTREAM
        }
    }

    /** How the console is exposed. */
    @ApiRecord
    public record ConsoleIngress(
            @Default("false") @JsonPropertyDescription("Whether an Ingress is created.")
            Boolean enabled,

            @JsonPropertyDescription("Host name of the console.")
            String host,

            @JsonPropertyDescription("Ingress class. Defaults to the default class of the cluster.")
            String className,

            @Default("false") @JsonPropertyDescription("Whether the console is served over TLS.")
            Boolean tls,

            @JsonPropertyDescription("Secret with the TLS certificate.")
            String tlsSecretName) {}
}
