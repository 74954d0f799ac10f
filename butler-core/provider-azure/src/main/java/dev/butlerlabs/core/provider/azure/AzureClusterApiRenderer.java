package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantCredentials;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders Azure virtual machines. The control plane does not run in Azure, so it is disabled there. */
final class AzureClusterApiRenderer implements ClusterApiRenderer {
    private static final String SECTION = "ProviderConfig spec.azure";
    private static final String IDENTITY = "AzureClusterIdentity";

    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "azure", "infrastructure.cluster.x-k8s.io/v1beta1", "AzureCluster", "AzureMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantRenderInput plan, RenderProblemCollector findings) {
        TenantCredentials secrets = new TenantCredentials(plan, findings);
        String name = TenantNames.credentials(plan.cluster());
        return List.of(
                plan.parts().secret(name, Map.of("clientSecret", secrets.require("clientSecret"))),
                plan.parts()
                        .part(
                                kinds().apiVersion(),
                                IDENTITY,
                                name,
                                UnstructuredFieldMap.of("type", "ServicePrincipal")
                                        .put("tenantID", secrets.require("tenantID"))
                                        .put("clientID", secrets.require("clientID"))
                                        .put(
                                                "clientSecret",
                                                UnstructuredFieldMap.of("name", name)
                                                        .put("namespace", plan.namespace()))
                                        .put(
                                                "allowedNamespaces",
                                                UnstructuredFieldMap.of("list", List.of(plan.namespace())))));
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Azure> settings = settings(plan);
        return UnstructuredFieldMap.of(
                        "location",
                        findings.require(
                                settings.map(ProviderConfigSpec.Azure::location).flatMap(BlankTextFilter::given),
                                SECTION + ".location",
                                "The region is missing."))
                .put(
                        "subscriptionID",
                        findings.require(
                                settings.map(ProviderConfigSpec.Azure::subscriptionID)
                                        .flatMap(BlankTextFilter::given),
                                SECTION + ".subscriptionID",
                                "The subscription is missing."))
                .put(
                        "resourceGroup",
                        settings.map(ProviderConfigSpec.Azure::resourceGroup).flatMap(BlankTextFilter::given))
                .put("controlPlaneEnabled", false)
                .put("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields))
                .put(
                        "identityRef",
                        UnstructuredFieldMap.of("apiVersion", kinds().apiVersion())
                                .put("kind", IDENTITY)
                                .put("name", TenantNames.credentials(plan.cluster()))
                                .put("namespace", plan.namespace()))
                .put("networkSpec", network(settings));
    }

    private static UnstructuredFieldMap network(Optional<ProviderConfigSpec.Azure> settings) {
        return UnstructuredFieldMap.of(
                        "vnet",
                        settings.map(ProviderConfigSpec.Azure::vnetName)
                                .flatMap(BlankTextFilter::given)
                                .map(name -> UnstructuredFieldMap.of("name", name)
                                        .put("resourceGroup", settings.map(ProviderConfigSpec.Azure::resourceGroup))))
                .put(
                        "subnets",
                        subnet(settings)
                                .map(name -> List.of(
                                        UnstructuredFieldMap.of("name", name).put("role", "node")))
                                .orElse(List.of()));
    }

    private static Optional<String> subnet(Optional<ProviderConfigSpec.Azure> settings) {
        return settings.map(ProviderConfigSpec.Azure::subnetName).flatMap(BlankTextFilter::given);
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Azure> settings = settings(plan);
        return UnstructuredFieldMap.of("vmSize", size(settings, worker, findings))
                .put("image", image(settings, worker, findings))
                .put(
                        "osDisk",
                        UnstructuredFieldMap.of("osType", "Linux")
                                .put("diskSizeGB", worker.diskGiB())
                                .put("managedDisk", UnstructuredFieldMap.of("storageAccountType", "Premium_LRS")))
                .put("sshPublicKey", BlankTextFilter.base64(worker.sshKey().orElse("")))
                .put("subnetName", subnet(settings))
                // Only general-purpose systems contain the agent that runs extensions.
                .put("disableExtensionOperations", worker.hasCloudInit() ? Optional.empty() : Optional.of(true));
    }

    private static String size(
            Optional<ProviderConfigSpec.Azure> settings, WorkerSpec worker, RenderProblemCollector findings) {
        return findings.require(
                settings.map(ProviderConfigSpec.Azure::vmSize)
                        .flatMap(BlankTextFilter::given)
                        .or(() -> VmSizeSelector.smallest(worker)),
                "spec.workers.machineTemplate",
                "Azure has no VM size that large; set vmSize in the ProviderConfig.");
    }

    private static UnstructuredFieldMap image(
            Optional<ProviderConfigSpec.Azure> settings, WorkerSpec worker, RenderProblemCollector findings) {
        String image = findings.require(
                worker.image()
                        .or(() ->
                                settings.map(ProviderConfigSpec.Azure::imageURN).flatMap(BlankTextFilter::given)),
                "spec.workers.machineTemplate.os.imageRef",
                "The image is missing here and in the ProviderConfig.");
        String[] words = image.split(":", -1);
        return words.length == 4 ? marketplace(words) : UnstructuredFieldMap.of("id", image);
    }

    private static UnstructuredFieldMap marketplace(String[] words) {
        return UnstructuredFieldMap.of(
                "marketplace",
                UnstructuredFieldMap.of("publisher", words[0])
                        .put("offer", words[1])
                        .put("sku", words[2])
                        .put("version", words[3]));
    }

    private static Optional<ProviderConfigSpec.Azure> settings(TenantRenderInput plan) {
        return Optional.ofNullable(plan.infrastructure().azure());
    }

    @Override
    public boolean hasCloudController() {
        return true;
    }
}
