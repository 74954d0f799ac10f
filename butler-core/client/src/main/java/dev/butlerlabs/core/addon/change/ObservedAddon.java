package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.addon.change.AddonSummary.Keeper;
import dev.butlerlabs.core.addon.change.AddonSummary.Stage;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.HelmRelease;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonStatus;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonStatus;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The observed status of a ManagementAddon or TenantAddon in a common form. */
record ObservedAddon(
        HasMetadata resource,
        String phase,
        Optional<String> installed,
        Optional<String> said,
        Optional<HelmRelease> helm,
        Optional<Long> generation,
        List<Condition> conditions) {
    private static final Set<String> SUMMARIES =
            Set.of(ConditionTypes.READY, ConditionTypes.PROGRESSING, ConditionTypes.DEGRADED);

    static AddonSummary facts(ManagementAddon addon) {
        Optional<ManagementAddonStatus> status = Optional.ofNullable(addon.getStatus());
        return new ObservedAddon(
                        addon,
                        status.map(ManagementAddonStatus::phase)
                                .map(ObservedAddon::word)
                                .orElse("Pending"),
                        status.map(ManagementAddonStatus::installedVersion),
                        status.map(ManagementAddonStatus::message),
                        status.map(ManagementAddonStatus::helmRelease),
                        status.map(ManagementAddonStatus::observedGeneration),
                        status.map(ManagementAddonStatus::conditions).orElse(List.of()))
                .facts(
                        addon.getSpec().addon(),
                        Optional.ofNullable(addon.getSpec().version()),
                        Keeper.ADDON);
    }

    static AddonSummary facts(TenantAddon addon) {
        Optional<TenantAddonStatus> status = Optional.ofNullable(addon.getStatus());
        return new ObservedAddon(
                        addon,
                        status.map(TenantAddonStatus::phase)
                                .map(ObservedAddon::word)
                                .orElse("Pending"),
                        status.map(TenantAddonStatus::installedVersion),
                        status.map(TenantAddonStatus::message),
                        status.map(TenantAddonStatus::helmRelease),
                        status.map(TenantAddonStatus::observedGeneration),
                        status.map(TenantAddonStatus::conditions).orElse(List.of()))
                .facts(
                        TenantAddonClient.subject(addon),
                        Optional.ofNullable(addon.getSpec().version()),
                        TenantAddonClient.isOfTheCluster(addon) ? Keeper.CLUSTER : Keeper.ADDON);
    }

    private AddonSummary facts(String addon, Optional<String> wanted, Keeper keeper) {
        return new AddonSummary(
                resource.getMetadata().getName(),
                addon,
                wanted.filter(version -> !version.isBlank()),
                installed,
                phase,
                stage(),
                reason().orElse(""),
                message(),
                helm.map(release -> new ReleaseName(release.namespace(), release.name())),
                keeper);
    }

    private Stage stage() {
        if (resource.getMetadata().getDeletionTimestamp() != null) {
            return Stage.LEAVING;
        }
        return !isCurrent()
                ? Stage.WORKING
                : switch (phase) {
                    case "Installed" -> Stage.INSTALLED;
                    case "Failed", "Degraded" -> Stage.FAILED;
                    default -> Stage.WORKING;
                };
    }

    /** Returns whether the status refers to the current spec. */
    private boolean isCurrent() {
        Long wanted = resource.getMetadata().getGeneration();
        return generation.filter(seen -> wanted == null || seen >= wanted).isPresent();
    }

    private String message() {
        return isCurrent() ? said.orElse("") : "Waiting for a controller to process the change.";
    }

    private Optional<String> reason() {
        return conditions.stream()
                .filter(condition -> !"True".equals(condition.getStatus()))
                .filter(condition -> !SUMMARIES.contains(condition.getType()))
                .map(Condition::getReason)
                .findFirst();
    }

    private static String word(Enum<?> phase) {
        return phase.name().charAt(0) + phase.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
