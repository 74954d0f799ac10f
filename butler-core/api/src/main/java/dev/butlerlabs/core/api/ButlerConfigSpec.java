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

/** The settings of the platform. */
@ApiRecord
@JsonClassDescription("The settings of the platform.")
public record ButlerConfigSpec(
        @JsonPropertyDescription("Whether clusters belong to teams.")
        MultiTenancy multiTenancy,

        @Default("butler-tenants") @JsonPropertyDescription("Namespace of tenant clusters without a team.")
        String defaultNamespace,

        @JsonPropertyDescription("The ProviderConfig of tenant clusters that name none.")
        LocalReference defaultProviderConfigRef,

        @JsonPropertyDescription("Limits of teams that have none of their own.")
        TeamLimits defaultTeamLimits,

        @JsonPropertyDescription("Versions of the addons of tenant clusters that name none.")
        AddonVersions defaultAddonVersions,

        @JsonPropertyDescription("Resources of the control planes of tenant clusters that name none.")
        ControlPlaneResources defaultControlPlaneResources,

        @JsonPropertyDescription("Time servers of machines that name none.")
        List<String> defaultTimeServers,

        @JsonPropertyDescription("How control planes of tenant clusters are reached from outside.")
        ControlPlaneExposure controlPlaneExposure,

        @JsonPropertyDescription("Public key that may log in to the machines over SSH.")
        String sshAuthorizedKey,

        @JsonPropertyDescription("Where system images are made.")
        ImageFactory imageFactory,

        @JsonPropertyDescription("Where repositories are kept.")
        GitProvider gitProvider,

        @JsonPropertyDescription("Logs, metrics and traces of tenant clusters.")
        Observability observability,

        @JsonPropertyDescription("A record of who did what.")
        Audit audit,

        @JsonPropertyDescription("Who is told when something happens.")
        Notifications notifications) {
    public ButlerConfigSpec {
        defaultTimeServers = Copies.of(defaultTimeServers);
    }

    /** Whether clusters belong to teams. */
    @ApiRecord
    public record MultiTenancy(
            @Default("Disabled") @JsonPropertyDescription("Whether a cluster must, may or cannot have a team.")
            Mode mode) {
        /** Whether a cluster must, may or cannot have a team. */
        public enum Mode {
            @JsonProperty("Enforced")
            ENFORCED,
            @JsonProperty("Optional")
            OPTIONAL,
            @JsonProperty("Disabled")
            DISABLED
        }
    }

    /** Limits of teams that have none of their own. */
    @ApiRecord
    public record TeamLimits(
            @Min(1) @JsonPropertyDescription("Clusters a team may have.")
            Integer maxClusters,

            @Min(1) @JsonPropertyDescription("Workers a cluster may have.")
            Integer maxWorkersPerCluster,

            @JsonPropertyDescription("Processors all workers of a team may have together.")
            Quantity maxTotalCPU,

            @JsonPropertyDescription("Memory all workers of a team may have together.")
            Quantity maxTotalMemory,

            @JsonPropertyDescription("Storage all clusters of a team may have together.")
            Quantity maxTotalStorage) {}

    /** Versions of the addons of tenant clusters that name none. */
    @ApiRecord
    public record AddonVersions(
            @JsonPropertyDescription("Version of Cilium.") String cilium,
            @JsonPropertyDescription("Version of MetalLB.") String metallb,
            @JsonPropertyDescription("Version of Longhorn.") String longhorn,

            @JsonPropertyDescription("Version of cert-manager.")
            String certManager,

            @JsonPropertyDescription("Version of Traefik.") String traefik,
            @JsonPropertyDescription("Version of Flux.") String fluxcd) {}

    /** Where system images are made. */
    @ApiRecord
    public record ImageFactory(
            @Required @Pattern(Patterns.WEB_URL) @JsonPropertyDescription("Address of the image factory.")
            String url,

            @JsonPropertyDescription("Secret with the credentials of the image factory.")
            SecretReference credentialsRef,

            @JsonPropertyDescription("Id of the schematic of machines that name none.")
            String defaultSchematicID,

            @Default("true")
            @JsonPropertyDescription("Whether missing images are brought to the infrastructure by themselves.")
            Boolean autoSync) {}

    /** Where repositories are kept. */
    @ApiRecord
    public record GitProvider(
            @Required @JsonPropertyDescription("Kind of the service.")
            Type type,

            @Default("https://api.github.com") @JsonPropertyDescription("Address of its API.")
            String url,

            @JsonPropertyDescription("Organization or group the repositories belong to.")
            String organization,

            @Required @JsonPropertyDescription("Secret with the token.")
            LocalReference secretRef) {
        /** Services that keep repositories. */
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
            @JsonPropertyDescription("What is collected.") Collection collection,
            @JsonPropertyDescription("Where it goes.") Pipeline pipeline) {}

    /** What is collected on tenant clusters. */
    @ApiRecord
    public record Collection(
            @JsonPropertyDescription("Collectors every tenant cluster gets.")
            AutoEnroll autoEnroll,

            @JsonPropertyDescription("Which logs.") Logs logs,
            @JsonPropertyDescription("Which metrics.") Metrics metrics) {}

    /** Collectors every tenant cluster gets. */
    @ApiRecord
    public record AutoEnroll(
            @JsonPropertyDescription("Vector, for logs.") Boolean vectorAgent,

            @JsonPropertyDescription("Prometheus, for metrics.")
            Boolean prometheus,

            @JsonPropertyDescription("The OpenTelemetry collector, for traces.")
            Boolean otelCollector) {}

    /** Which logs are collected. */
    @ApiRecord
    public record Logs(
            @JsonPropertyDescription("Logs of the pods.") Boolean podLogs,
            @JsonPropertyDescription("Logs of the nodes.") Boolean journald,

            @JsonPropertyDescription("Events of the cluster.")
            Boolean kubernetesEvents) {}

    /** Which metrics are collected. */
    @ApiRecord
    public record Metrics(
            @JsonPropertyDescription("Whether metrics are collected.")
            Boolean enabled,

            @JsonPropertyDescription("How long the cluster keeps them.")
            String retention) {}

    /** Where logs, metrics and traces go. */
    @ApiRecord
    public record Pipeline(
            @JsonPropertyDescription("The TenantCluster that receives them.")
            NamespacedReference clusterRef,

            @JsonPropertyDescription("Address for logs.") String logEndpoint,
            @JsonPropertyDescription("Address for metrics.") String metricEndpoint,
            @JsonPropertyDescription("Address for traces.") String traceEndpoint) {}

    /** A record of who did what. */
    @ApiRecord
    public record Audit(
            @Default("true") @JsonPropertyDescription("Whether it is kept.")
            Boolean enabled,

            @Default("10000") @Min(100) @Max(100000) @JsonPropertyDescription("Entries kept in memory.")
            Integer bufferSize,

            @JsonPropertyDescription("Address every entry is sent to.")
            String webhookURL) {}

    /** Who is told when something happens. */
    @ApiRecord
    public record Notifications(
            @JsonPropertyDescription("Address notices are sent to.")
            String webhookURL) {}
}
