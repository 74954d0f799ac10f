package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** The platform settings. */
@ApiRecord
@JsonClassDescription("The platform settings.")
public record ButlerConfigSpec(
        @JsonPropertyDescription("Multi-tenancy settings.") MultiTenancy multiTenancy,

        @Default("butler-tenants") @JsonPropertyDescription("Namespace of tenant clusters without a team.")
        String defaultNamespace,

        @JsonPropertyDescription("Default ProviderConfig of tenant clusters.")
        LocalReference defaultProviderConfigRef,

        @JsonPropertyDescription("Default limits of teams.") TeamLimits defaultTeamLimits,

        @JsonPropertyDescription("Default addon versions of tenant clusters.")
        AddonVersions defaultAddonVersions,

        @JsonPropertyDescription("Default resources of tenant control planes.")
        ControlPlaneResources defaultControlPlaneResources,

        @JsonPropertyDescription("Default time servers of machines.")
        List<String> defaultTimeServers,

        @JsonPropertyDescription("How control planes of tenant clusters are exposed.")
        ControlPlaneExposure controlPlaneExposure,

        @JsonPropertyDescription("SSH public key that is authorized on the machines.")
        String sshAuthorizedKey,

        @JsonPropertyDescription("Image factory settings.") ImageFactory imageFactory,

        @JsonPropertyDescription("Git provider settings.") GitProvider gitProvider,

        @JsonPropertyDescription("Logs, metrics and traces of tenant clusters.")
        Observability observability,

        @JsonPropertyDescription("Audit log.") Audit audit,

        @JsonPropertyDescription("Notification settings.") Notifications notifications) {
    public ButlerConfigSpec {
        defaultTimeServers = NullSafeCopies.of(defaultTimeServers);
    }

    /** Multi-tenancy settings. */
    @ApiRecord
    public record MultiTenancy(
            @Default("Disabled") @JsonPropertyDescription("Whether a cluster must, can or cannot belong to a team.")
            Mode mode) {
        /** Whether a cluster must, can or cannot belong to a team. */
        public enum Mode {
            @JsonProperty("Enforced")
            ENFORCED,
            @JsonProperty("Optional")
            OPTIONAL,
            @JsonProperty("Disabled")
            DISABLED
        }
    }

    /** Default limits of teams. */
    @ApiRecord
    public record TeamLimits(
            @Min(1) @JsonPropertyDescription("Maximum number of clusters per team.")
            Integer maxClusters,

            @Min(1) @JsonPropertyDescription("Maximum number of workers per cluster.")
            Integer maxWorkersPerCluster,

            @JsonPropertyDescription("CPU limit for all workers of a team.")
            Quantity maxTotalCPU,

            @JsonPropertyDescription("Memory limit for all workers of a team.")
            Quantity maxTotalMemory,

            @JsonPropertyDescription("Storage limit for all clusters of a team.")
            Quantity maxTotalStorage) {}

    /** Default addon versions of tenant clusters. */
    @ApiRecord
    public record AddonVersions(
            @JsonPropertyDescription("Version of Cilium.") String cilium,
            @JsonPropertyDescription("Version of MetalLB.") String metallb,
            @JsonPropertyDescription("Version of Longhorn.") String longhorn,

            @JsonPropertyDescription("Version of cert-manager.")
            String certManager,

            @JsonPropertyDescription("Version of Traefik.") String traefik,
            @JsonPropertyDescription("Version of Flux.") String fluxcd) {}

    /** Image factory settings. */
    @ApiRecord
    public record ImageFactory(
            @Required @Pattern(FieldPatterns.WEB_URL) @JsonPropertyDescription("URL of the image factory.")
            String url,

            @JsonPropertyDescription("Secret with the credentials of the image factory.")
            SecretReference credentialsRef,

            @JsonPropertyDescription("Default schematic ID of machines.")
            String defaultSchematicID,

            @Default("true")
            @JsonPropertyDescription("Whether missing images are uploaded to the infrastructure automatically.")
            Boolean autoSync) {}

    /** Git provider settings. */
    @ApiRecord
    public record GitProvider(
            @Required @JsonPropertyDescription("Type of the Git service.")
            Type type,

            @Default("https://api.github.com") @JsonPropertyDescription("URL of its API.")
            String url,

            @JsonPropertyDescription("Organization or group of the repositories.")
            String organization,

            @Required @JsonPropertyDescription("Secret with the token.")
            LocalReference secretRef) {
        /** Git services. */
        public enum Type {
            @JsonProperty("github")
            GITHUB,
            @JsonProperty("gitlab")
            GITLAB,
            @JsonProperty("bitbucket")
            BITBUCKET
        }
    }

    /** Logs, metrics and traces of tenant clusters. */
    @ApiRecord
    public record Observability(
            @JsonPropertyDescription("Collection settings.") Collection collection,
            @JsonPropertyDescription("Pipeline settings.") Pipeline pipeline) {}

    /** What is collected on tenant clusters. */
    @ApiRecord
    public record Collection(
            @JsonPropertyDescription("Collectors installed on every tenant cluster.")
            AutoEnroll autoEnroll,

            @JsonPropertyDescription("Log collection.") Logs logs,
            @JsonPropertyDescription("Metrics collection.") Metrics metrics) {}

    /** Collectors installed on every tenant cluster. */
    @ApiRecord
    public record AutoEnroll(
            @JsonPropertyDescription("Vector, for logs.") Boolean vectorAgent,

            @JsonPropertyDescription("Prometheus, for metrics.")
            Boolean prometheus,

            @JsonPropertyDescription("The OpenTelemetry collector, for traces.")
            Boolean otelCollector) {}

    /** Log collection. */
    @ApiRecord
    public record Logs(
            @JsonPropertyDescription("Pod logs.") Boolean podLogs,

            @JsonPropertyDescription("Node logs from journald.")
            Boolean journald,

            @JsonPropertyDescription("Kubernetes events.") Boolean kubernetesEvents) {}

    /** Metrics collection. */
    @ApiRecord
    public record Metrics(
            @JsonPropertyDescription("Whether metrics are collected.")
            Boolean enabled,

            @JsonPropertyDescription("Retention time on the cluster.")
            String retention) {}

    /** The destination of logs, metrics and traces. */
    @ApiRecord
    public record Pipeline(
            @JsonPropertyDescription("The TenantCluster that receives them.")
            NamespacedReference clusterRef,

            @JsonPropertyDescription("URL of the log endpoint.")
            String logEndpoint,

            @JsonPropertyDescription("URL of the metrics endpoint.")
            String metricEndpoint,

            @JsonPropertyDescription("URL of the trace endpoint.")
            String traceEndpoint) {}

    /** Audit log. */
    @ApiRecord
    public record Audit(
            @Default("true") @JsonPropertyDescription("Whether audit logging is enabled.")
            Boolean enabled,

            @Default("10000") @Min(100) @Max(100000) @JsonPropertyDescription("Maximum number of entries in memory.")
            Integer bufferSize,

            @JsonPropertyDescription("Webhook URL that receives every entry.")
            String webhookURL) {}

    /** Notification settings. */
    @ApiRecord
    public record Notifications(
            @JsonPropertyDescription("Webhook URL that receives notifications.")
            String webhookURL) {}
}
