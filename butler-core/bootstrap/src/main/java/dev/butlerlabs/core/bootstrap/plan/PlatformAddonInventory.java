package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.addon.change.AddonSummary.Keeper;
import dev.butlerlabs.core.addon.change.AddonSummary.Stage;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists the addons that the bootstrap installed on a management cluster, from the ClusterBootstrap stored there. Thread-safe. */
public final class PlatformAddonInventory {
    private final KubernetesClient client;
    private final ProviderRegistry providers;

    public PlatformAddonInventory(KubernetesClient client, ProviderRegistry providers) {
        this.client = client;
        this.providers = providers;
    }

    /** Returns the addons; empty if the cluster was not created by Butler. */
    public List<AddonSummary> list() {
        return bootstraps().stream().flatMap(this::parts).toList();
    }

    /** Returns the definitions of the addons in the requested versions; empty if the cluster was not created by Butler. */
    public List<PlatformAddon> definitions() {
        return bootstraps().stream().flatMap(this::definitions).toList();
    }

    private List<ClusterBootstrap> bootstraps() {
        return KubeErrorMapper.askingForKind(
                client,
                "ClusterBootstraps",
                "listing ClusterBootstraps",
                () -> client.resources(ClusterBootstrap.class)
                        .inAnyNamespace()
                        .list()
                        .getItems());
    }

    private Stream<AddonSummary> parts(ClusterBootstrap bootstrap) {
        Map<String, Boolean> ready = Optional.ofNullable(bootstrap.getStatus())
                .map(ClusterBootstrapStatus::addonsInstalled)
                .orElse(Map.of());
        return definitions(bootstrap).map(addon -> facts(addon, Boolean.TRUE.equals(ready.get(addon.name()))));
    }

    private Stream<PlatformAddon> definitions(ClusterBootstrap bootstrap) {
        return providers.find(bootstrap.getSpec().provider()).stream()
                .map(provider -> ManagementClusterPlan.of(bootstrap, provider.profile()))
                .flatMap(plan -> PlatformAddons.shipped().wanted(AddonVersionPlanner.of(plan)).stream());
    }

    private AddonSummary facts(PlatformAddon addon, boolean ready) {
        Optional<ReleaseName> name = addon.release();
        Optional<String> deployed =
                name.flatMap(new HelmReleaseRepository(client)::deployed).map(DeployedRelease::version);
        return new AddonSummary(
                addon.name(),
                addon.name(),
                Optional.of(addon.version()),
                deployed.or(() -> Optional.of(addon.version()).filter(version -> ready)),
                ready ? "Installed" : "Pending",
                ready ? Stage.INSTALLED : Stage.WORKING,
                ready ? "" : "NotReady",
                ready ? "" : "The bootstrap did not report it as ready.",
                name,
                Keeper.PLATFORM);
    }
}
