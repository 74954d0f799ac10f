package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The AddonDefinitions of a management cluster, and what they say about a wish. */
final class Catalogue {
    private final KubernetesClient cluster;

    Catalogue(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    Optional<AddonDefinitionSpec> find(String name) {
        return KubeErrors.translating(
                "reading AddonDefinition " + name,
                () -> Optional.ofNullable(cluster.resources(AddonDefinition.class)
                                .withName(name)
                                .get())
                        .map(AddonDefinition::getSpec));
    }

    /**
     * Finds the definition and the version of an addon; done when both are there and can be handed to Helm.
     *
     * @param release the release it would have
     */
    <R extends HasMetadata> StepResult choose(
            AddonScope<R> scope, String addon, Optional<String> wanted, Function<AddonScope<R>, ReleaseName> release) {
        Optional<AddonDefinitionSpec> found = find(addon);
        if (found.isEmpty()) {
            return StepResult.waiting(
                    "AddonDefinitionNotFound", "There is no AddonDefinition %s in the catalogue.".formatted(addon));
        }
        AddonDefinitionSpec.Chart chart = found.get().chart();
        String version = wanted.filter(text -> !text.isBlank()).orElse(chart.defaultVersion());
        scope.definition(found.get());
        return version(scope, version)
                .or(() -> AddonWork.refused(chart.repository(), chart.name(), release.apply(scope)))
                .or(() -> chart.availableVersions().isEmpty()
                                || chart.availableVersions().contains(version)
                                || version.equals(chart.defaultVersion())
                        ? Optional.empty()
                        : Optional.of(StepResult.failed(
                                "VersionNotOffered",
                                "%s is not offered at %s; there are %s."
                                        .formatted(addon, version, String.join(", ", chart.availableVersions())))))
                .orElseGet(() -> StepResult.done("%s %s".formatted(chart.name(), version)));
    }

    /** What is wrong with a version; without fault it is the wish's. */
    static Optional<StepResult> version(AddonScope<?> scope, String version) {
        if (!ChartRequest.isExact(version)) {
            return Optional.of(StepResult.failed(
                    "VersionNotExact", "%s is not an exact version; write one like 1.2.3.".formatted(version)));
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
