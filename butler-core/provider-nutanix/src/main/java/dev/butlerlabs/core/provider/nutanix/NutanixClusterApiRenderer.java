package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.SensitiveText;
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
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Renders machines of Prism Central. */
final class NutanixClusterApiRenderer implements ClusterApiRenderer {
    private static final int USUAL_PORT = 9440;
    private static final String SECTION = "ProviderConfig spec.nutanix";
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "nutanix", "infrastructure.cluster.x-k8s.io/v1beta1", "NutanixCluster", "NutanixMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantRenderInput plan, RenderProblemCollector findings) {
        TenantCredentials secrets = new TenantCredentials(plan, findings);
        // A fixed order, since another order would be another Secret.
        UnstructuredFieldMap login = UnstructuredFieldMap.of("username", secrets.require("username"))
                .put("password", secrets.require("password"));
        UnstructuredFieldMap document = UnstructuredFieldMap.of("type", "basic_auth")
                .put("data", UnstructuredFieldMap.of("prismCentral", login));
        return List.of(plan.parts()
                .secret(
                        TenantNames.credentials(plan.cluster()),
                        Map.of("credentials", written(List.of(document.map())))));
    }

    private static String written(Object document) {
        try {
            return JSON.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of texts can be serialized", e);
        }
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Nutanix> settings =
                Optional.ofNullable(plan.infrastructure().nutanix());
        String endpoint = findings.require(
                settings.map(ProviderConfigSpec.Nutanix::endpoint).flatMap(BlankTextFilter::given),
                SECTION + ".endpoint",
                "The address of Prism Central is missing.");
        return UnstructuredFieldMap.of(
                        "controlPlaneEndpoint",
                        plan.endpoint()
                                .map(ApiEndpoint::fields)
                                .orElseGet(() ->
                                        UnstructuredFieldMap.of("host", "").put("port", 6443)))
                .put(
                        "prismCentral",
                        UnstructuredFieldMap.of("address", host(endpoint))
                                .put(
                                        "port",
                                        settings.map(ProviderConfigSpec.Nutanix::port)
                                                .orElse(USUAL_PORT))
                                .put(
                                        "insecure",
                                        settings.map(ProviderConfigSpec.Nutanix::insecure)
                                                .orElse(false))
                                .put(
                                        "credentialRef",
                                        UnstructuredFieldMap.of("kind", "Secret")
                                                .put("name", TenantNames.credentials(plan.cluster()))
                                                .put("namespace", plan.namespace()))
                                .put("additionalTrustBundle", authorities(plan)));
    }

    private static String host(String endpoint) {
        return Optional.ofNullable(URI.create(endpoint).getHost()).orElse(endpoint);
    }

    private static Optional<UnstructuredFieldMap> authorities(TenantRenderInput plan) {
        return plan.credentials()
                .find("ca.pem")
                .map(SensitiveText::value)
                .map(pem -> UnstructuredFieldMap.of("kind", "String").put("data", pem));
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        return UnstructuredFieldMap.of("bootType", "legacy")
                .put("vcpuSockets", worker.cpu())
                .put("vcpusPerSocket", 1)
                .put("memorySize", worker.memoryMiB() + "Mi")
                .put("systemDiskSize", worker.diskGiB() + "Gi")
                .put("image", id(image(plan, worker, findings)))
                .put(
                        "cluster",
                        id(setting(
                                plan,
                                InfrastructureOverride.Nutanix::clusterUUID,
                                ProviderConfigSpec.Nutanix::clusterUUID,
                                "clusterUUID",
                                findings)))
                .put(
                        "subnet",
                        List.of(id(setting(
                                plan,
                                InfrastructureOverride.Nutanix::subnetUUID,
                                ProviderConfigSpec.Nutanix::subnetUUID,
                                "subnetUUID",
                                findings))));
    }

    private static String image(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        return findings.require(
                worker.image()
                        .or(() -> either(
                                plan,
                                InfrastructureOverride.Nutanix::imageUUID,
                                ProviderConfigSpec.Nutanix::imageUUID)),
                "spec.workers.machineTemplate.os.imageRef",
                "The image is missing here and in the ProviderConfig.");
    }

    private static String setting(
            TenantRenderInput plan,
            Function<InfrastructureOverride.Nutanix, String> first,
            Function<ProviderConfigSpec.Nutanix, String> second,
            String name,
            RenderProblemCollector findings) {
        return findings.require(either(plan, first, second), SECTION + "." + name, "The value is missing.");
    }

    private static Optional<String> either(
            TenantRenderInput plan,
            Function<InfrastructureOverride.Nutanix, String> first,
            Function<ProviderConfigSpec.Nutanix, String> second) {
        return Optional.ofNullable(plan.spec().infrastructureOverride())
                .map(InfrastructureOverride::nutanix)
                .map(first)
                .flatMap(BlankTextFilter::given)
                .or(() -> Optional.ofNullable(plan.infrastructure().nutanix())
                        .map(second)
                        .flatMap(BlankTextFilter::given));
    }

    /** Prism references objects by UUID or by name; a text in UUID format is a UUID. */
    private static UnstructuredFieldMap id(String text) {
        return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
                ? UnstructuredFieldMap.of("type", "uuid").put("uuid", text)
                : UnstructuredFieldMap.of("type", "name").put("name", text);
    }

    @Override
    public Optional<String> bootProviderId() {
        return Optional.of("nutanix://{{ ds.meta_data.uuid }}");
    }
}
