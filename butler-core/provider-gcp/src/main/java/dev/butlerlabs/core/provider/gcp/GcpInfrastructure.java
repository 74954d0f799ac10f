package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiKinds;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.Parts;
import dev.butlerlabs.core.provider.clusterapi.Secrets;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Text;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Renders instances of Google Compute Engine. The provider would create a load balancer for every cluster it manages, so Butler manages the
 * cluster object: network and control plane already exist.
 */
final class GcpInfrastructure implements WorkerInfrastructure {
    private static final String SECTION = "ProviderConfig spec.gcp";
    private static final String USUAL_NETWORK = "default";

    @Override
    public ClusterApiKinds kinds() {
        return new ClusterApiKinds(
                "gcp", "infrastructure.cluster.x-k8s.io/v1beta1", "GCPCluster", "GCPMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantPlan plan, Findings findings) {
        return List.of(plan.parts()
                .secret(
                        TenantNames.credentials(plan.cluster()),
                        Map.of("credentials", new Secrets(plan, findings).require("serviceAccountKey"))));
    }

    @Override
    public Map<String, String> clusterAnnotations() {
        return Map.of(Parts.MANAGED_EXTERNALLY, "butler");
    }

    @Override
    public Fields cluster(TenantPlan plan, Findings findings) {
        Optional<ProviderConfigSpec.Gcp> settings = settings(plan);
        String region = findings.require(
                settings.map(ProviderConfigSpec.Gcp::region).flatMap(Text::given),
                SECTION + ".region",
                "The region is missing.");
        return Fields.of(
                        "project",
                        findings.require(
                                settings.map(ProviderConfigSpec.Gcp::projectID).flatMap(Text::given),
                                SECTION + ".projectID",
                                "The project is missing."))
                .put("region", region)
                .put("controlPlaneEndpoint", plan.endpoint().map(Endpoint::fields))
                .put(
                        "credentialsRef",
                        Fields.of("name", TenantNames.credentials(plan.cluster()))
                                .put("namespace", plan.namespace()))
                .put("failureDomains", failureDomain(plan).map(List::of).orElse(List.of()))
                .put("network", network(plan, region));
    }

    private static Fields network(TenantPlan plan, String region) {
        return Fields.of(
                        "name",
                        settings(plan)
                                .map(ProviderConfigSpec.Gcp::network)
                                .flatMap(Text::given)
                                .orElse(USUAL_NETWORK))
                .put(
                        "subnets",
                        subnetwork(plan)
                                .map(name -> List.of(Fields.of("name", name).put("region", region)))
                                .orElse(List.of()));
    }

    @Override
    public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
        Optional<ProviderConfigSpec.Gcp> settings = settings(plan);
        Fields machine = Fields.of(
                        "instanceType",
                        either(plan, InfrastructureOverride.Gcp::machineType, ProviderConfigSpec.Gcp::machineType)
                                .orElseGet(() -> CustomMachineType.of(worker)))
                .put("rootDeviceSize", worker.diskGiB())
                .put("rootDeviceType", "pd-balanced")
                .put("subnet", subnetwork(plan))
                .put(
                        "additionalNetworkTags",
                        settings.map(ProviderConfigSpec.Gcp::tags).orElse(List.of()))
                .put(
                        "serviceAccounts",
                        settings.map(ProviderConfigSpec.Gcp::serviceAccount)
                                .flatMap(Text::given)
                                .map(email -> Fields.of("email", email)
                                        .put("scopes", List.of("https://www.googleapis.com/auth/cloud-platform"))));
        return image(plan, worker, machine, findings);
    }

    /** A named image takes precedence over the newest of a family. */
    private static Fields image(TenantPlan plan, Worker worker, Fields machine, Findings findings) {
        Optional<String> image =
                worker.image().or(() -> either(plan, InfrastructureOverride.Gcp::image, ProviderConfigSpec.Gcp::image));
        Optional<String> family =
                either(plan, InfrastructureOverride.Gcp::imageFamily, ProviderConfigSpec.Gcp::imageFamily);
        if (image.isPresent()) {
            return machine.put("image", path(plan, image.get(), "images/"));
        }
        return machine.put(
                "imageFamily",
                findings.require(
                        family.map(name -> path(plan, name, "images/family/")),
                        "spec.workers.machineTemplate.os.imageRef",
                        "The image is missing here and in the ProviderConfig."));
    }

    private static String path(TenantPlan plan, String name, String folder) {
        String project = settings(plan)
                .map(ProviderConfigSpec.Gcp::imageProject)
                .flatMap(Text::given)
                .or(() -> settings(plan).map(ProviderConfigSpec.Gcp::projectID))
                .orElse("");
        return name.contains("/") ? name : "projects/%s/global/%s%s".formatted(project, folder, name);
    }

    private static Optional<String> subnetwork(TenantPlan plan) {
        return either(plan, InfrastructureOverride.Gcp::subnetwork, ProviderConfigSpec.Gcp::subnetwork);
    }

    /** The provider requires the zone of each machine. */
    @Override
    public Optional<String> failureDomain(TenantPlan plan) {
        return either(plan, InfrastructureOverride.Gcp::zone, ProviderConfigSpec.Gcp::zone)
                .or(() -> settings(plan)
                        .map(ProviderConfigSpec.Gcp::region)
                        .flatMap(Text::given)
                        .map(region -> region + "-b"));
    }

    private static Optional<ProviderConfigSpec.Gcp> settings(TenantPlan plan) {
        return Optional.ofNullable(plan.infrastructure().gcp());
    }

    private static Optional<String> either(
            TenantPlan plan,
            Function<InfrastructureOverride.Gcp, String> first,
            Function<ProviderConfigSpec.Gcp, String> second) {
        return Optional.ofNullable(plan.spec().infrastructureOverride())
                .map(InfrastructureOverride::gcp)
                .map(first)
                .flatMap(Text::given)
                .or(() -> settings(plan).map(second).flatMap(Text::given));
    }

    @Override
    public boolean hasCloudController() {
        return true;
    }
}
