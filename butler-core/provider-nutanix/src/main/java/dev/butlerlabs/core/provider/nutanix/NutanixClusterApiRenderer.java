package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.SensitiveText;
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
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Renders machines of Prism Central. */
final class NutanixClusterApiRenderer implements WorkerInfrastructure {
    private static final int USUAL_PORT = 9440;
    private static final String SECTION = "ProviderConfig spec.nutanix";
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public ClusterApiKinds kinds() {
        return new ClusterApiKinds(
                "nutanix", "infrastructure.cluster.x-k8s.io/v1beta1", "NutanixCluster", "NutanixMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantPlan plan, Findings findings) {
        Secrets secrets = new Secrets(plan, findings);
        // A fixed order, since another order would be another Secret.
        Fields login = Fields.of("username", secrets.require("username")).put("password", secrets.require("password"));
        Fields document = Fields.of("type", "basic_auth").put("data", Fields.of("prismCentral", login));
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
    public Fields cluster(TenantPlan plan, Findings findings) {
        Optional<ProviderConfigSpec.Nutanix> settings =
                Optional.ofNullable(plan.infrastructure().nutanix());
        String endpoint = findings.require(
                settings.map(ProviderConfigSpec.Nutanix::endpoint).flatMap(Text::given),
                SECTION + ".endpoint",
                "The address of Prism Central is missing.");
        return Fields.of(
                        "controlPlaneEndpoint",
                        plan.endpoint()
                                .map(Endpoint::fields)
                                .orElseGet(() -> Fields.of("host", "").put("port", 6443)))
                .put(
                        "prismCentral",
                        Fields.of("address", host(endpoint))
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
                                        Fields.of("kind", "Secret")
                                                .put("name", TenantNames.credentials(plan.cluster()))
                                                .put("namespace", plan.namespace()))
                                .put("additionalTrustBundle", authorities(plan)));
    }

    private static String host(String endpoint) {
        return Optional.ofNullable(URI.create(endpoint).getHost()).orElse(endpoint);
    }

    private static Optional<Fields> authorities(TenantPlan plan) {
        return plan.credentials()
                .find("ca.pem")
                .map(SensitiveText::value)
                .map(pem -> Fields.of("kind", "String").put("data", pem));
    }

    @Override
    public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
        return Fields.of("bootType", "legacy")
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

    private static String image(TenantPlan plan, Worker worker, Findings findings) {
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
            TenantPlan plan,
            Function<InfrastructureOverride.Nutanix, String> first,
            Function<ProviderConfigSpec.Nutanix, String> second,
            String name,
            Findings findings) {
        return findings.require(either(plan, first, second), SECTION + "." + name, "The value is missing.");
    }

    private static Optional<String> either(
            TenantPlan plan,
            Function<InfrastructureOverride.Nutanix, String> first,
            Function<ProviderConfigSpec.Nutanix, String> second) {
        return Optional.ofNullable(plan.spec().infrastructureOverride())
                .map(InfrastructureOverride::nutanix)
                .map(first)
                .flatMap(Text::given)
                .or(() -> Optional.ofNullable(plan.infrastructure().nutanix())
                        .map(second)
                        .flatMap(Text::given));
    }

    /** Prism references objects by UUID or by name; a text in UUID format is a UUID. */
    private static Fields id(String text) {
        return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
                ? Fields.of("type", "uuid").put("uuid", text)
                : Fields.of("type", "name").put("name", text);
    }

    @Override
    public Optional<String> bootProviderId() {
        return Optional.of("nutanix://{{ ds.meta_data.uuid }}");
    }
}
