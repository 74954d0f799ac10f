package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderConfigSpec.Harvester.RunStrategy;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Text;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The location of a cluster's machines on Harvester: the settings of the cluster, otherwise of the ProviderConfig. */
record HarvesterPlace(
        Optional<ProviderConfigSpec.Harvester> settings,
        Optional<InfrastructureOverride.Harvester> override,
        Fields secret,
        String secretNamespace,
        String secretName,
        String network) {
    static HarvesterPlace of(TenantPlan plan, Findings findings) {
        var settings = Optional.ofNullable(plan.infrastructure().harvester());
        var override = Optional.ofNullable(plan.spec().infrastructureOverride()).map(InfrastructureOverride::harvester);
        String network = findings.require(
                override.map(InfrastructureOverride.Harvester::networkName)
                        .flatMap(Text::given)
                        .or(() -> settings.map(ProviderConfigSpec.Harvester::networkName)
                                .flatMap(Text::given)),
                "ProviderConfig spec.harvester.networkName",
                "The network of the machines is missing.");
        String name = findings.require(
                Optional.ofNullable(plan.infrastructure().credentialsRef()).map(SecretReference::name),
                "ProviderConfig spec.credentialsRef",
                "The Secret with the Harvester kubeconfig is missing.");
        String home = Optional.ofNullable(plan.infrastructure().credentialsRef())
                .map(SecretReference::namespace)
                .flatMap(Text::given)
                .orElseGet(() -> plan.provider().getMetadata().getNamespace());
        return new HarvesterPlace(
                settings, override, Fields.of("name", name).put("namespace", home), home, name, network);
    }

    /** Returns the reference to the Secret with Harvester's kubeconfig, with its type if the provider requires that. */
    Fields secret(boolean typed) {
        return typed
                ? Fields.of("apiVersion", "v1")
                        .put("kind", "Secret")
                        .put("name", secretName)
                        .put("namespace", secretNamespace)
                : secret;
    }

    String namespace() {
        return either(InfrastructureOverride.Harvester::namespace, ProviderConfigSpec.Harvester::namespace)
                .orElse("default");
    }

    String image(Worker worker, Findings findings) {
        String image = findings.require(
                worker.image()
                        .or(() -> either(
                                InfrastructureOverride.Harvester::imageName, ProviderConfigSpec.Harvester::imageName)),
                "spec.workers.machineTemplate.os.imageRef",
                "The image is missing here and in the ProviderConfig.");
        return image.contains("/") ? image : namespace() + "/" + image;
    }

    /** Harvester creates a storage class for every image. */
    String bootClass(String image) {
        return "longhorn-" + image.substring(image.indexOf('/') + 1);
    }

    String runStrategy() {
        return settings.map(ProviderConfigSpec.Harvester::runStrategy)
                        .filter(RunStrategy.RERUN_ON_FAILURE::equals)
                        .isPresent()
                ? "RerunOnFailure"
                : "Always";
    }

    boolean uefi() {
        return settings.map(ProviderConfigSpec.Harvester::uefi).orElse(false);
    }

    Fields firmware() {
        return uefi() ? Fields.of("bootloader", Fields.of("efi", Fields.of("secureBoot", false))) : Fields.of();
    }

    Fields features() {
        return uefi() ? Fields.of("acpi", Map.of()) : Fields.of();
    }

    private Optional<String> either(
            Function<InfrastructureOverride.Harvester, String> first,
            Function<ProviderConfigSpec.Harvester, String> second) {
        return override.map(first)
                .flatMap(Text::given)
                .or(() -> settings.map(second).flatMap(Text::given));
    }
}
