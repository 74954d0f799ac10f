package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderConfigSpec.Harvester.RunStrategy;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The location of a cluster's machines on Harvester: the settings of the cluster, otherwise of the ProviderConfig. */
record HarvesterPlacement(
        Optional<ProviderConfigSpec.Harvester> settings,
        Optional<InfrastructureOverride.Harvester> override,
        UnstructuredFieldMap secret,
        String secretNamespace,
        String secretName,
        String network) {
    static HarvesterPlacement of(TenantRenderInput plan, RenderProblemCollector findings) {
        var settings = Optional.ofNullable(plan.infrastructure().harvester());
        var override = Optional.ofNullable(plan.spec().infrastructureOverride()).map(InfrastructureOverride::harvester);
        String network = findings.require(
                override.map(InfrastructureOverride.Harvester::networkName)
                        .flatMap(BlankTextFilter::given)
                        .or(() -> settings.map(ProviderConfigSpec.Harvester::networkName)
                                .flatMap(BlankTextFilter::given)),
                "ProviderConfig spec.harvester.networkName",
                "The network of the machines is missing.");
        String name = findings.require(
                Optional.ofNullable(plan.infrastructure().credentialsRef()).map(SecretReference::name),
                "ProviderConfig spec.credentialsRef",
                "The Secret with the Harvester kubeconfig is missing.");
        String home = Optional.ofNullable(plan.infrastructure().credentialsRef())
                .map(SecretReference::namespace)
                .flatMap(BlankTextFilter::given)
                .orElseGet(() -> plan.provider().getMetadata().getNamespace());
        return new HarvesterPlacement(
                settings, override, UnstructuredFieldMap.of("name", name).put("namespace", home), home, name, network);
    }

    /** Returns the reference to the Secret with Harvester's kubeconfig, with its type if the provider requires that. */
    UnstructuredFieldMap secret(boolean typed) {
        return typed
                ? UnstructuredFieldMap.of("apiVersion", "v1")
                        .put("kind", "Secret")
                        .put("name", secretName)
                        .put("namespace", secretNamespace)
                : secret;
    }

    String namespace() {
        return either(InfrastructureOverride.Harvester::namespace, ProviderConfigSpec.Harvester::namespace)
                .orElse("default");
    }

    String image(WorkerSpec worker, RenderProblemCollector findings) {
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

    UnstructuredFieldMap firmware() {
        return uefi()
                ? UnstructuredFieldMap.of(
                        "bootloader", UnstructuredFieldMap.of("efi", UnstructuredFieldMap.of("secureBoot", false)))
                : UnstructuredFieldMap.of();
    }

    UnstructuredFieldMap features() {
        return uefi() ? UnstructuredFieldMap.of("acpi", Map.of()) : UnstructuredFieldMap.of();
    }

    private Optional<String> either(
            Function<InfrastructureOverride.Harvester, String> first,
            Function<ProviderConfigSpec.Harvester, String> second) {
        return override.map(first)
                .flatMap(BlankTextFilter::given)
                .or(() -> settings.map(second).flatMap(BlankTextFilter::given));
    }
}
