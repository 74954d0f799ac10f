package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the AddonDefinitions of a management cluster and checks requests against them. */
final class AddonDefinitionResolver {
    private final KubernetesClient cluster;

    AddonDefinitionResolver(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    Optional<AddonDefinitionSpec> find(String name) {
        return KubeErrorMapper.translating(
                "reading AddonDefinition " + name,
                () -> Optional.ofNullable(cluster.resources(AddonDefinition.class)
                                .withName(name)
                                .get())
                        .map(AddonDefinition::getSpec));
    }

    /**
     * Selects the definition and version of an addon; done if both exist and are valid for Helm.
     *
     * @param release the release name of the addon
     */
    <R extends HasMetadata> StepResult choose(
            AddonReconcileContext<R> scope,
            String addon,
            Optional<String> wanted,
            Function<AddonReconcileContext<R>, ReleaseName> release) {
        Optional<AddonDefinitionSpec> found = find(addon);
        if (found.isEmpty()) {
            return StepResult.waiting(
                    "AddonDefinitionNotFound", "AddonDefinition %s not found in the catalog.".formatted(addon));
        }
        AddonDefinitionSpec.Chart chart = found.get().chart();
        String version = wanted.filter(text -> !text.isBlank()).orElse(chart.defaultVersion());
        scope.definition(found.get());
        return version(scope, version)
                .or(() -> AddonReleaseSteps.refused(chart.repository(), chart.name(), release.apply(scope)))
                .or(() -> chart.availableVersions().isEmpty()
                                || chart.availableVersions().contains(version)
                                || version.equals(chart.defaultVersion())
                        ? Optional.empty()
                        : Optional.of(StepResult.failed(
                                "VersionNotOffered",
                                "%s is not available in version %s; available versions: %s."
                                        .formatted(addon, version, String.join(", ", chart.availableVersions())))))
                .orElseGet(() -> StepResult.done("%s %s".formatted(chart.name(), version)));
    }

    /** Checks a version and selects it if it is valid; otherwise returns the problem. */
    static Optional<StepResult> version(AddonReconcileContext<?> scope, String version) {
        if (!ChartRequest.isExact(version)) {
            return Optional.of(StepResult.failed(
                    "VersionNotExact", "%s is not an exact version; use a version such as 1.2.3.".formatted(version)));
        }
        scope.version(version);
        return Optional.empty();
    }

    static Map<String, Object> defaults(AddonDefinitionSpec definition) {
        return Optional.ofNullable(definition.defaults())
                .map(AddonDefinitionSpec.Defaults::values)
                .orElse(Map.of());
    }

    static Optional<String> namespace(AddonDefinitionSpec definition) {
        return Optional.ofNullable(definition.defaults()).map(AddonDefinitionSpec.Defaults::namespace);
    }

    static Optional<String> release(AddonDefinitionSpec definition) {
        return Optional.ofNullable(definition.defaults()).map(AddonDefinitionSpec.Defaults::releaseName);
    }

    static boolean createsNamespace(AddonDefinitionSpec definition) {
        return Optional.ofNullable(definition.defaults())
                .map(AddonDefinitionSpec.Defaults::createNamespace)
                .orElse(true);
    }
}
