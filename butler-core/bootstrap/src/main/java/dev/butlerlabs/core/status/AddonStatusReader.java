package dev.butlerlabs.core.status;

import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.WorkloadReadiness;
import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.addon.change.ManagementAddonClient;
import dev.butlerlabs.core.bootstrap.plan.PlatformAddonInventory;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the addons of the management cluster: those of the platform and ManagementAddons. */
final class AddonStatusReader {
    private final KubernetesClient client;
    private final ProviderRegistry providers;

    AddonStatusReader(KubernetesClient client, ProviderRegistry providers) {
        this.client = client;
        this.providers = providers;
    }

    List<AddonObservation> read() {
        List<AddonObservation> addons = new ArrayList<>(new PlatformAddonInventory(client, providers)
                .definitions().stream().map(this::platform).toList());
        new ManagementAddonClient(client)
                .list().stream()
                        .map(ManagementAddonClient::facts)
                        .map(AddonStatusReader::requested)
                        .forEach(addons::add);
        return addons;
    }

    private AddonObservation platform(PlatformAddon addon) {
        WorkloadReadiness readiness = new WorkloadReadiness(client);
        Optional<String> missing = addon.ready().stream()
                .flatMap(part -> readiness.missing(part).stream())
                .findFirst();
        Optional<String> deployed = addon.release()
                .flatMap(new HelmReleaseRepository(client)::deployed)
                .map(DeployedRelease::version);
        boolean isReleaseMissing = addon.release().isPresent() && deployed.isEmpty();
        return new AddonObservation(
                addon.name(),
                deployed,
                addon.version(),
                isReleaseMissing
                        ? Optional.of("Helm release %s is not deployed"
                                .formatted(addon.release().orElseThrow()))
                        : missing,
                false);
    }

    private static AddonObservation requested(AddonSummary addon) {
        boolean isInstalled = addon.stage() == AddonSummary.Stage.INSTALLED;
        return new AddonObservation(
                addon.name(),
                addon.installed(),
                addon.requested().or(addon::installed).orElse(""),
                isInstalled
                        ? Optional.empty()
                        : Optional.of(
                                (addon.phase() + " " + addon.message()).strip().replaceFirst("\\.$", "")),
                addon.stage() == AddonSummary.Stage.FAILED);
    }
}
