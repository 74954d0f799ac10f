package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiKinds;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
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

/** Renders Azure virtual machines. The control plane does not run in Azure, so it is disabled there. */
final class AzureInfrastructure implements WorkerInfrastructure {
    private static final String SECTION = "ProviderConfig spec.azure";
    private static final String IDENTITY = "AzureClusterIdentity";

    @Override
    public ClusterApiKinds kinds() {
        return new ClusterApiKinds(
                "azure", "infrastructure.cluster.x-k8s.io/v1beta1", "AzureCluster", "AzureMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantPlan plan, Findings findings) {
        Secrets secrets = new Secrets(plan, findings);
        String name = TenantNames.credentials(plan.cluster());
        return List.of(
                plan.parts().secret(name, Map.of("clientSecret", secrets.require("clientSecret"))),
                plan.parts()
                        .part(
                                kinds().apiVersion(),
                                IDENTITY,
                                name,
                                Fields.of("type", "ServicePrincipal")
                                        .put("tenantID", secrets.require("tenantID"))
                                        .put("clientID", secrets.require("clientID"))
                                        .put(
                                                "clientSecret",
                                                Fields.of("name", name).put("namespace", plan.namespace()))
                                        .put("allowedNamespaces", Fields.of("list", List.of(plan.namespace())))));
    }

    @Override
    public Fields cluster(TenantPlan plan, Findings findings) {
        Optional<ProviderConfigSpec.Azure> settings = settings(plan);
        return Fields.of(
                        "location",
                        findings.require(
                                settings.map(ProviderConfigSpec.Azure::location).flatMap(Text::given),
                                SECTION + ".location",
                                "The region is missing."))
                .put(
                        "subscriptionID",
                        findings.require(
                                settings.map(ProviderConfigSpec.Azure::subscriptionID)
                                        .flatMap(Text::given),
                                SECTION + ".subscriptionID",
                                "The subscription is missing."))
                .put(
                        "resourceGroup",
                        settings.map(ProviderConfigSpec.Azure::resourceGroup).flatMap(Text::given))
                .put("controlPlaneEnabled", false)
                .put("controlPlaneEndpoint", plan.endpoint().map(Endpoint::fields))
                .put(
                        "identityRef",
                        Fields.of("apiVersion", kinds().apiVersion())
                                .put("kind", IDENTITY)
                                .put("name", TenantNames.credentials(plan.cluster()))
                                .put("namespace", plan.namespace()))
                .put("networkSpec", network(settings));
    }

    private static Fields network(Optional<ProviderConfigSpec.Azure> settings) {
        return Fields.of(
                        "vnet",
                        settings.map(ProviderConfigSpec.Azure::vnetName)
                                .flatMap(Text::given)
                                .map(name -> Fields.of("name", name)
                                        .put("resourceGroup", settings.map(ProviderConfigSpec.Azure::resourceGroup))))
                .put(
                        "subnets",
                        subnet(settings)
                                .map(name -> List.of(Fields.of("name", name).put("role", "node")))
                                .orElse(List.of()));
    }

    private static Optional<String> subnet(Optional<ProviderConfigSpec.Azure> settings) {
        return settings.map(ProviderConfigSpec.Azure::subnetName).flatMap(Text::given);
    }

    @Override
    public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
        Optional<ProviderConfigSpec.Azure> settings = settings(plan);
        return Fields.of("vmSize", size(settings, worker, findings))
                .put("image", image(settings, worker, findings))
                .put(
                        "osDisk",
                        Fields.of("osType", "Linux")
                                .put("diskSizeGB", worker.diskGiB())
                                .put("managedDisk", Fields.of("storageAccountType", "Premium_LRS")))
                .put("sshPublicKey", Text.base64(worker.sshKey().orElse("")))
                .put("subnetName", subnet(settings))
                // Only general-purpose systems contain the agent that runs extensions.
                .put("disableExtensionOperations", worker.hasCloudInit() ? Optional.empty() : Optional.of(true));
    }

    private static String size(Optional<ProviderConfigSpec.Azure> settings, Worker worker, Findings findings) {
        return findings.require(
                settings.map(ProviderConfigSpec.Azure::vmSize)
                        .flatMap(Text::given)
                        .or(() -> VmSizes.smallest(worker)),
                "spec.workers.machineTemplate",
                "Azure has no VM size that large; set vmSize in the ProviderConfig.");
    }

    private static Fields image(Optional<ProviderConfigSpec.Azure> settings, Worker worker, Findings findings) {
        String image = findings.require(
                worker.image()
                        .or(() ->
                                settings.map(ProviderConfigSpec.Azure::imageURN).flatMap(Text::given)),
                "spec.workers.machineTemplate.os.imageRef",
                "The image is missing here and in the ProviderConfig.");
        String[] words = image.split(":", -1);
        return words.length == 4 ? marketplace(words) : Fields.of("id", image);
    }

    private static Fields marketplace(String[] words) {
        return Fields.of(
                "marketplace",
                Fields.of("publisher", words[0])
                        .put("offer", words[1])
                        .put("sku", words[2])
                        .put("version", words[3]));
    }

    private static Optional<ProviderConfigSpec.Azure> settings(TenantPlan plan) {
        return Optional.ofNullable(plan.infrastructure().azure());
    }

    @Override
    public boolean hasCloudController() {
        return true;
    }
}
