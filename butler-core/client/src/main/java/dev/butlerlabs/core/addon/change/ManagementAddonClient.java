package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.ConflictRetry;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and changes ManagementAddons for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class ManagementAddonClient {
    private static final String LIST = "List the addons with 'butleradm addon list'.";

    private final KubernetesClient client;
    private final AddonDefinitionRepository catalogue;

    public ManagementAddonClient(KubernetesClient client) {
        this.client = client;
        this.catalogue = new AddonDefinitionRepository(client);
    }

    /**
     * Lists the ManagementAddons.
     *
     * @throws ButlerException if the server is not a management cluster
     */
    public List<ManagementAddon> list() {
        return KubeErrorMapper.askingForKind(
                client,
                "ManagementAddons",
                "listing ManagementAddons",
                () -> client.resources(ManagementAddon.class).list().getItems());
    }

    public Optional<ManagementAddon> find(String name) {
        return KubeErrorMapper.askingForKind(
                client,
                "ManagementAddons",
                "reading ManagementAddon " + name,
                () -> Optional.ofNullable(resource(name).get()));
    }

    /**
     * Returns a ManagementAddon.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public ManagementAddon get(String name) {
        return find(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "ManagementAddon %s not found.".formatted(name), LIST));
    }

    Resource<ManagementAddon> resource(String name) {
        return client.resources(ManagementAddon.class).withName(name);
    }

    /**
     * Creates a ManagementAddon.
     *
     * @throws ButlerException with every problem of the request, or with CONFLICT if the addon is already installed
     */
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
        return KubeErrorMapper.translating(
                "creating ManagementAddon " + request.addon(),
                () -> client.resource(addon).create());
    }

    /** Rejects an addon that another ManagementAddon or another Helm release installs. */
    private void requireFree(AddonRequest request, AddonDefinition definition) {
        list().stream()
                .filter(other -> other.getSpec().addon().equals(request.addon())
                        || other.getMetadata().getName().equals(request.addon()))
                .findFirst()
                .ifPresent(other -> refuse(
                        "ManagementAddon %s already installs %s."
                                .formatted(
                                        other.getMetadata().getName(),
                                        other.getSpec().addon()),
                        "Change it with 'butleradm addon upgrade %s'."
                                .formatted(other.getMetadata().getName())));
        ReleaseName release = release(request.addon(), Optional.of(definition));
        new HelmReleaseRepository(client)
                .deployed(release)
                .ifPresent(found -> refuse(
                        "Helm release %s already exists with %s %s, and no ManagementAddon manages it."
                                .formatted(release, found.chart(), found.version()),
                        "Change platform addons in the bootstrap file; delete another release with helm."));
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

    /** Returns the dependencies of an addon that are neither installed nor requested. */
    public List<String> missing(String addon) {
        List<AddonDefinition> all = catalogue.list();
        List<String> wished =
                list().stream().map(other -> other.getSpec().addon()).toList();
        HelmReleaseRepository releases = new HelmReleaseRepository(client);
        return AddonDefinitionRepository.needs(all, addon).stream()
                .filter(name -> !wished.contains(name))
                .filter(name -> releases.deployed(release(name, AddonDefinitionRepository.named(all, name)))
                        .isEmpty())
                .toList();
    }

    /**
     * Changes the version or values of an addon; omitted ones stay unchanged. Conflicts are retried.
     *
     * @throws ButlerException with NOT_FOUND, or with every problem of the request
     */
    public ManagementAddon change(String name, AddonRequest wish) {
        catalogue.require(wish.about(get(name).getSpec().addon()));
        return KubeErrorMapper.translating(
                "changing ManagementAddon " + name,
                () -> ConflictRetry.write(() -> resource(name).edit(addon -> changed(addon, wish))));
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

    /**
     * Verifies that no other addon depends on an addon.
     *
     * @throws ButlerException with CONFLICT and the dependent addons
     */
    public void requireUnneeded(String name) {
        String own = get(name).getSpec().addon();
        List<AddonDefinition> all = catalogue.list();
        List<String> dependents = list().stream()
                .filter(other -> AddonDefinitionRepository.needs(
                                all, other.getSpec().addon())
                        .contains(own))
                .map(other -> other.getMetadata().getName())
                .toList();
        if (!dependents.isEmpty()) {
            refuse(
                    "Cannot remove ManagementAddon %s: %s depends on it."
                            .formatted(name, String.join(", ", dependents)),
                    "Remove %s first.".formatted(String.join(", ", dependents)));
        }
    }

    /** Deletes a ManagementAddon. A controller uninstalls the release and then removes the object. */
    public void delete(String name) {
        KubeErrorMapper.translating(
                "deleting ManagementAddon " + name, () -> resource(name).delete());
    }

    public static AddonSummary facts(ManagementAddon addon) {
        return ObservedAddon.facts(addon);
    }
}
