package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.helm.HelmReleases;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.Contended;
import dev.butlerlabs.core.kube.KubeErrors;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** ManagementAddons as a person handles them. */
public final class ManagementAddons {
    private static final String LIST = "See which there are with butleradm addon list.";

    private final KubernetesClient client;
    private final AddonCatalogue catalogue;

    public ManagementAddons(KubernetesClient client) {
        this.client = client;
        this.catalogue = new AddonCatalogue(client);
    }

    public List<ManagementAddon> list() {
        return KubeErrors.askingForKind(
                client,
                "ManagementAddons",
                "listing ManagementAddons",
                () -> client.resources(ManagementAddon.class).list().getItems());
    }

    public Optional<ManagementAddon> find(String name) {
        return KubeErrors.askingForKind(
                client,
                "ManagementAddons",
                "reading ManagementAddon " + name,
                () -> Optional.ofNullable(resource(name).get()));
    }

    public ManagementAddon get(String name) {
        return find(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "There is no ManagementAddon %s.".formatted(name), LIST));
    }

    Resource<ManagementAddon> resource(String name) {
        return client.resources(ManagementAddon.class).withName(name);
    }

    /** Asks for an addon that nobody brought yet. */
    public ManagementAddon install(AddonRequest request) {
        AddonDefinition definition = catalogue.require(request);
        requireFree(request, definition);
        ManagementAddon addon = new ManagementAddon();
        addon.setMetadata(new ObjectMetaBuilder()
                .withName(request.addon())
                .withAnnotations(request.valuesSecret()
                        .map(secret -> Map.of(Annotations.VALUES_SECRET, secret))
                        .orElse(Map.of()))
                .build());
        addon.setSpec(new ManagementAddonSpec(
                request.addon(),
                request.version().orElse(definition.getSpec().chart().defaultVersion()),
                request.values().orElse(Map.of()),
                null));
        return KubeErrors.translating(
                "creating ManagementAddon " + request.addon(),
                () -> client.resource(addon).create());
    }

    /** Another wish for the same addon, and a release that somebody else made, are left as they are. */
    private void requireFree(AddonRequest request, AddonDefinition definition) {
        list().stream()
                .filter(other -> other.getSpec().addon().equals(request.addon())
                        || other.getMetadata().getName().equals(request.addon()))
                .findFirst()
                .ifPresent(other -> refuse(
                        "ManagementAddon %s has %s already."
                                .formatted(
                                        other.getMetadata().getName(),
                                        other.getSpec().addon()),
                        "Change it with butleradm addon upgrade %s."
                                .formatted(other.getMetadata().getName())));
        ReleaseName release = release(request.addon(), Optional.of(definition));
        new HelmReleases(client)
                .deployed(release)
                .ifPresent(
                        found -> refuse(
                                "The release %s is there already, with %s %s, and no ManagementAddon looks after it."
                                        .formatted(release, found.chart(), found.version()),
                                "Parts that came with the platform are changed by the bootstrap file; another release is removed by helm."));
    }

    private static void refuse(String sentence, String hint) {
        throw new ButlerException(ErrorCode.CONFLICT, sentence, hint);
    }

    private static ReleaseName release(String addon, Optional<AddonDefinition> definition) {
        return new ReleaseName(
                definition
                        .flatMap(found -> Optional.ofNullable(found.getSpec().defaults()))
                        .map(defaults -> defaults.namespace())
                        .orElse(addon + "-system"),
                addon);
    }

    /** The addons that have to come before one, and that nobody has asked for. */
    public List<String> missing(String addon) {
        List<AddonDefinition> all = catalogue.list();
        List<String> wished =
                list().stream().map(other -> other.getSpec().addon()).toList();
        HelmReleases releases = new HelmReleases(client);
        return AddonCatalogue.needs(all, addon).stream()
                .filter(name -> !wished.contains(name))
                .filter(name -> releases.deployed(release(name, AddonCatalogue.named(all, name)))
                        .isEmpty())
                .toList();
    }

    /** Brings one to another version or other values; what the wish leaves out stays. */
    public ManagementAddon change(String name, AddonRequest wish) {
        catalogue.require(wish.about(get(name).getSpec().addon()));
        return KubeErrors.translating(
                "changing ManagementAddon " + name,
                () -> Contended.write(() -> resource(name).edit(addon -> changed(addon, wish))));
    }

    private static ManagementAddon changed(ManagementAddon addon, AddonRequest wish) {
        ManagementAddonSpec before = addon.getSpec();
        addon.setSpec(new ManagementAddonSpec(
                before.addon(),
                wish.version().orElse(before.version()),
                wish.values().orElse(before.values()),
                before.paused()));
        wish.valuesSecret().ifPresent(secret -> {
            Map<String, String> annotations = new HashMap<>(
                    Optional.ofNullable(addon.getMetadata().getAnnotations()).orElse(Map.of()));
            annotations.put(Annotations.VALUES_SECRET, secret);
            addon.getMetadata().setAnnotations(annotations);
        });
        return addon;
    }

    /** Whether one may go: fails and names who needs it. */
    public void requireUnneeded(String name) {
        String own = get(name).getSpec().addon();
        List<AddonDefinition> all = catalogue.list();
        List<String> dependents = list().stream()
                .filter(other ->
                        AddonCatalogue.needs(all, other.getSpec().addon()).contains(own))
                .map(other -> other.getMetadata().getName())
                .toList();
        if (!dependents.isEmpty()) {
            refuse(
                    "ManagementAddon %s stays: %s depends on it.".formatted(name, String.join(", ", dependents)),
                    "Remove %s first.".formatted(String.join(", ", dependents)));
        }
    }

    /** Asks for its removal; it is gone once a controller has removed the release. */
    public void delete(String name) {
        KubeErrors.translating(
                "deleting ManagementAddon " + name, () -> resource(name).delete());
    }

    public static AddonFacts facts(ManagementAddon addon) {
        return SeenAddon.facts(addon);
    }
}
