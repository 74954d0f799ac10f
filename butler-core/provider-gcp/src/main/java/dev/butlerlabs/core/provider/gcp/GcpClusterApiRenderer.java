package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantCredentials;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantObjectFactory;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Renders instances of Google Compute Engine. The provider would create a load balancer for every cluster it manages, so Butler manages the
 * cluster object: network and control plane already exist.
 */
final class GcpClusterApiRenderer implements ClusterApiRenderer {
    private static final String SECTION = "ProviderConfig spec.gcp";
    private static final String USUAL_NETWORK = "default";

    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "gcp", "infrastructure.cluster.x-k8s.io/v1beta1", "GCPCluster", "GCPMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantRenderInput plan, RenderProblemCollector findings) {
        return List.of(plan.parts()
                .secret(
                        TenantNames.credentials(plan.cluster()),
                        Map.of("credentials", new TenantCredentials(plan, findings).require("serviceAccountKey"))));
    }

    @Override
    public Map<String, String> clusterAnnotations() {
        return Map.of(TenantObjectFactory.MANAGED_EXTERNALLY, "butler");
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Gcp> settings = settings(plan);
        String region = findings.require(
                settings.map(ProviderConfigSpec.Gcp::region).flatMap(BlankTextFilter::given),
                SECTION + ".region",
                "The region is missing.");
        return UnstructuredFieldMap.of(
                        "project",
                        findings.require(
                                settings.map(ProviderConfigSpec.Gcp::projectID).flatMap(BlankTextFilter::given),
                                SECTION + ".projectID",
                                "The project is missing."))
                .put("region", region)
                .put("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields))
                .put(
                        "credentialsRef",
                        UnstructuredFieldMap.of("name", TenantNames.credentials(plan.cluster()))
                                .put("namespace", plan.namespace()))
                .put("failureDomains", failureDomain(plan).map(List::of).orElse(List.of()))
                .put("network", network(plan, region));
    }

    private static UnstructuredFieldMap network(TenantRenderInput plan, String region) {
        return UnstructuredFieldMap.of(
                        "name",
                        settings(plan)
                                .map(ProviderConfigSpec.Gcp::network)
                                .flatMap(BlankTextFilter::given)
                                .orElse(USUAL_NETWORK))
                .put(
                        "subnets",
                        subnetwork(plan)
                                .map(name -> List.of(
                                        UnstructuredFieldMap.of("name", name).put("region", region)))
                                .orElse(List.of()));
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Gcp> settings = settings(plan);
        UnstructuredFieldMap machine = UnstructuredFieldMap.of(
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
                                .flatMap(BlankTextFilter::given)
                                .map(email -> UnstructuredFieldMap.of("email", email)
                                        .put("scopes", List.of("https://www.googleapis.com/auth/cloud-platform"))));
        return image(plan, worker, machine, findings);
    }

    /** A named image takes precedence over the newest of a family. */
    private static UnstructuredFieldMap image(
            TenantRenderInput plan, WorkerSpec worker, UnstructuredFieldMap machine, RenderProblemCollector findings) {
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

    private static String path(TenantRenderInput plan, String name, String folder) {
        String project = settings(plan)
                .map(ProviderConfigSpec.Gcp::imageProject)
                .flatMap(BlankTextFilter::given)
                .or(() -> settings(plan).map(ProviderConfigSpec.Gcp::projectID))
                .orElse("");
        return name.contains("/") ? name : "projects/%s/global/%s%s".formatted(project, folder, name);
    }

    private static Optional<String> subnetwork(TenantRenderInput plan) {
        return either(plan, InfrastructureOverride.Gcp::subnetwork, ProviderConfigSpec.Gcp::subnetwork);
    }

    /** The provider requires the zone of each machine. */
    @Override
    public Optional<String> failureDomain(TenantRenderInput plan) {
        return either(plan, InfrastructureOverride.Gcp::zone, ProviderConfigSpec.Gcp::zone)
                .or(() -> settings(plan)
                        .map(ProviderConfigSpec.Gcp::region)
                        .flatMap(BlankTextFilter::given)
                        .map(region -> region + "-b"));
    }

    private static Optional<ProviderConfigSpec.Gcp> settings(TenantRenderInput plan) {
        return Optional.ofNullable(plan.infrastructure().gcp());
    }

    private static Optional<String> either(
            TenantRenderInput plan,
            Function<InfrastructureOverride.Gcp, String> first,
            Function<ProviderConfigSpec.Gcp, String> second) {
        return Optional.ofNullable(plan.spec().infrastructureOverride())
                .map(InfrastructureOverride::gcp)
                .map(first)
                .flatMap(BlankTextFilter::given)
                .or(() -> settings(plan).map(second).flatMap(BlankTextFilter::given));
    }

    @Override
    public boolean hasCloudController() {
        return true;
    }
}
