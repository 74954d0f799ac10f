package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.Map;

/** Addons of a tenant cluster. */
@ApiRecord
public record TenantClusterAddons(
        @JsonPropertyDescription("Pod network.") Cni cni,

        @JsonPropertyDescription("Load balancer for Services of type LoadBalancer.")
        LoadBalancer loadBalancer,

        @JsonPropertyDescription("Persistent storage.") Storage storage,

        @JsonPropertyDescription("Certificate management with cert-manager.")
        CertManager certManager,

        @JsonPropertyDescription("Ingress controller.") Ingress ingress,

        @JsonPropertyDescription("GitOps from a Git repository.")
        GitOps gitops) {

    /** Pod network. */
    @ApiRecord
    public record Cni(
            @Default("true")
            @JsonPropertyDescription("Whether the component is installed. Nodes become ready only with a CNI plugin.")
            Boolean enabled,

            @Default("cilium") @JsonPropertyDescription("CNI plugin.")
            Cni.Provider provider,

            @JsonPropertyDescription("Chart version. Defaults to the version that Butler was tested with.")
            String version,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public Cni {
            values = NullSafeCopies.of(values);
        }

        /** CNI plugins. */
        public enum Provider {
            @JsonProperty("cilium")
            CILIUM
        }
    }

    /** Load balancer for Services of type LoadBalancer. */
    @ApiRecord
    public record LoadBalancer(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @Default("metallb") @JsonPropertyDescription("Load balancer implementation.")
            LoadBalancer.Provider provider,

            @JsonPropertyDescription("Chart version. Defaults to the version that Butler was tested with.")
            String version,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public LoadBalancer {
            values = NullSafeCopies.of(values);
        }

        /** Load balancer implementations. */
        public enum Provider {
            @JsonProperty("metallb")
            METALLB
        }
    }

    /** Persistent storage. */
    @ApiRecord
    public record Storage(
            @JsonPropertyDescription("Storage provider.") Storage.Provider provider,

            @Required @JsonPropertyDescription("Chart version.")
            String version,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public Storage {
            values = NullSafeCopies.of(values);
        }

        /** Storage provider. */
        public enum Provider {
            @JsonProperty("longhorn")
            LONGHORN,
            @JsonProperty("linstor")
            LINSTOR
        }
    }

    /** Certificate management with cert-manager. */
    @ApiRecord
    public record CertManager(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @JsonPropertyDescription("Chart version. Defaults to the version that Butler was tested with.")
            String version,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public CertManager {
            values = NullSafeCopies.of(values);
        }
    }

    /** Ingress controller. */
    @ApiRecord
    public record Ingress(
            @Default("true") @JsonPropertyDescription("Whether the component is installed.")
            Boolean enabled,

            @JsonPropertyDescription("Ingress controller type.")
            Ingress.Provider provider,

            @JsonPropertyDescription("Chart version. Defaults to the version that Butler was tested with.")
            String version,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public Ingress {
            values = NullSafeCopies.of(values);
        }

        /** Ingress controllers. */
        public enum Provider {
            @JsonProperty("traefik")
            TRAEFIK,
            @JsonProperty("nginx")
            NGINX
        }
    }

    /** GitOps from a Git repository. */
    @ApiRecord
    public record GitOps(
            @JsonPropertyDescription("GitOps tool.") GitOps.Provider provider,

            @JsonPropertyDescription("Version. Defaults to the version that Butler was tested with.")
            String version,

            @JsonPropertyDescription("Git repository.") Repository repository) {
        /** GitOps tool. */
        public enum Provider {
            @JsonProperty("fluxcd")
            FLUXCD,
            @JsonProperty("argocd")
            ARGOCD
        }
    }

    /** A directory in a Git repository. */
    @ApiRecord
    public record Repository(
            @Required @JsonPropertyDescription("URL of the repository.")
            String url,

            @Default("main") @JsonPropertyDescription("Branch.")
            String branch,

            @JsonPropertyDescription("Directory in the repository. Defaults to the root.")
            String path,

            @JsonPropertyDescription(
                    "Secret with the credentials of the repository, in the namespace of the cluster and with the label butler.butlerlabs.dev/gitops-credentials=true.")
            LocalReference secretRef,

            @JsonPropertyDescription(
                    "Whether Flux deletes objects that are removed from the repository. Defaults to false.")
            Boolean prune) {}
}
