package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.addon.AddonInstaller;
import dev.butlerlabs.core.addon.AddonSelection;
import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.bootstrap.plan.AddonVersionPlanner;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Upgrades the platform addons of a management cluster to the versions that this program installs: first the CRDs of Butler, then the
 * addons in the order of their dependencies. A version in the ClusterBootstrap takes precedence.
 */
public final class PlatformUpgrade {
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);

    private final KubernetesClient client;
    private final ProviderRegistry providers;
    private final PlatformAddons addons;
    private final Set<String> ready = new HashSet<>();
    private Optional<AddonSelection> selection = Optional.empty();

    public PlatformUpgrade(KubernetesClient client, ProviderRegistry providers, PlatformAddons addons) {
        this.client = client;
        this.providers = providers;
        this.addons = addons;
    }

    PlatformProgress advance() {
        if (selection.isEmpty()) {
            new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), DEFINITIONS_LIMIT);
            selection = Optional.of(AddonVersionPlanner.of(plan()));
        }
        AddonSelection selected = selection.get();
        SequencedMap<String, AddonState> states =
                new AddonInstaller(client, Namespaces.SYSTEM, selected.places()).ensure(addons.wanted(selected), ready);
        states.forEach((name, state) -> {
            if (state instanceof AddonState.Ready) {
                ready.add(name);
            }
        });
        return states.entrySet().stream()
                .flatMap(entry -> unfinished(entry).stream())
                .findFirst()
                .orElseGet(() -> new PlatformProgress.Complete(states.size()));
    }

    private static Optional<PlatformProgress> unfinished(Map.Entry<String, AddonState> addon) {
        return switch (addon.getValue()) {
            case AddonState.Failed failed ->
                Optional.of(new PlatformProgress.Failed("%s: %s".formatted(addon.getKey(), failed.message())));
            case AddonState.Pending pending ->
                Optional.of(new PlatformProgress.Pending("%s: %s".formatted(addon.getKey(), pending.awaited())));
            case AddonState.Ready _ -> Optional.empty();
        };
    }

    private ManagementClusterPlan plan() {
        ClusterBootstrap bootstrap = ManagementBootstrapReader.find(client)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "The cluster has no ClusterBootstrap, which lists its platform addons.",
                        "Upgrade the addons with butleradm addon upgrade."));
        ObjectReference reference = bootstrap.getSpec().providerRef();
        String namespace = Objects.requireNonNullElse(
                reference.namespace(), bootstrap.getMetadata().getNamespace());
        ProviderConfig config = KubeErrorMapper.translating(
                "reading the ProviderConfig",
                () -> client.resources(ProviderConfig.class)
                        .inNamespace(namespace)
                        .withName(reference.name())
                        .require());
        return ManagementClusterPlan.of(
                bootstrap.getSpec(),
                providers.require(config.getSpec().provider()).profile());
    }
}
