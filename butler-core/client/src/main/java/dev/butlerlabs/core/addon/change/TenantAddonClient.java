package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.SpellingSuggestion;
import dev.butlerlabs.core.kube.ConflictRetry;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads and changes the addons of one tenant cluster for the command line. Thread-safe; errors of the API are thrown as {@link
 * ButlerException}.
 */
public final class TenantAddonClient {
    private static final String BY_PERSON = "butlerctl";
    private static final String BY_CLUSTER = "butler";

    private final KubernetesClient client;
    private final AddonDefinitionRepository catalogue;
    private final TenantCluster cluster;

    public TenantAddonClient(KubernetesClient client, TenantCluster cluster) {
        this.client = client;
        this.catalogue = new AddonDefinitionRepository(client);
        this.cluster = cluster;
    }

    private String clusterName() {
        return cluster.getMetadata().getName();
    }

    /**
     * Lists the addons of the cluster.
     *
     * @throws ButlerException if the server is not a management cluster
     */
    public List<TenantAddon> list() {
        return KubeErrorMapper.askingForKind(
                        client,
                        "TenantAddons",
                        "listing TenantAddons",
                        () -> client.resources(TenantAddon.class)
                                .inNamespace(cluster.getMetadata().getNamespace())
                                .list()
                                .getItems())
                .stream()
                .filter(addon -> addon.getSpec().clusterRef().name().equals(clusterName()))
                .toList();
    }

    /** Finds an addon by its name in the catalog, or by the name of its resource. */
    public Optional<TenantAddon> find(String word) {
        return find(list(), word);
    }

    private static Optional<TenantAddon> find(List<TenantAddon> all, String word) {
        return all.stream()
                .filter(addon -> subject(addon).equals(word))
                .findFirst()
                .or(() -> all.stream()
                        .filter(addon -> addon.getMetadata().getName().equals(word))
                        .findFirst());
    }

    /**
     * Returns an addon by its name in the catalog, or by the name of its resource.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public TenantAddon get(String word) {
        List<TenantAddon> all = list();
        return find(all, word).orElseThrow(() -> absent(all, word));
    }

    private ButlerException absent(List<TenantAddon> all, String word) {
        List<String> names = all.stream().map(TenantAddonClient::subject).toList();
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "TenantCluster %s has no addon %s.".formatted(clusterName(), word),
                SpellingSuggestion.to(word, names)
                        .map("Did you mean %s?"::formatted)
                        .orElse("List its addons with 'butlerctl addon list -c %s'.".formatted(clusterName())));
    }

    Resource<TenantAddon> resource(String name) {
        return client.resources(TenantAddon.class)
                .inNamespace(cluster.getMetadata().getNamespace())
                .withName(name);
    }

    /**
     * Creates a TenantAddon, or updates the existing one to the request.
     *
     * @throws ButlerException with every problem of the request, or with CONFLICT if the spec of the cluster manages the addon
     */
    public TenantAddon enable(AddonRequest request) {
        AddonDefinition definition = catalogue.require(request);
        Optional<TenantAddon> present = find(request.addon());
        present.ifPresent(addon -> requireOwn(addon, "changed"));
        return present.map(addon -> changed(addon, request)).orElseGet(() -> made(definition, request));
    }

    private TenantAddon made(AddonDefinition definition, AddonRequest request) {
        TenantAddon addon = new TenantAddon();
        addon.setMetadata(new ObjectMetaBuilder()
                .withNamespace(cluster.getMetadata().getNamespace())
                .withName(clusterName() + "-" + request.addon())
                .withLabels(Map.of(
                        Labels.MANAGED_BY,
                        BY_PERSON,
                        Labels.CLUSTER,
                        clusterName(),
                        Labels.ADDON_DEFINITION,
                        request.addon()))
                .withAnnotations(request.valuesSecret()
                        .map(secret -> Map.of(Annotations.VALUES_SECRET, secret))
                        .orElse(Map.of()))
                .build());
        addon.setSpec(new TenantAddonSpec(
                new LocalReference(clusterName()),
                request.addon(),
                request.version().orElse(definition.getSpec().chart().defaultVersion()),
                null,
                request.values().orElse(Map.of()),
                List.of()));
        return KubeErrorMapper.translating(
                "creating TenantAddon " + addon.getMetadata().getName(),
                () -> client.resource(OwnerReferences.own(cluster, addon)).create());
    }

    private TenantAddon changed(TenantAddon present, AddonRequest request) {
        return KubeErrorMapper.translating(
                "changing TenantAddon " + present.getMetadata().getName(),
                () -> ConflictRetry.write(
                        () -> resource(present.getMetadata().getName()).edit(addon -> edited(addon, request))));
    }

    private static TenantAddon edited(TenantAddon addon, AddonRequest request) {
        TenantAddonSpec before = addon.getSpec();
        addon.setSpec(new TenantAddonSpec(
                before.clusterRef(),
                before.addon(),
                request.version().orElse(before.version()),
                before.helm(),
                request.values().orElse(before.values()),
                before.dependsOn()));
        request.valuesSecret().ifPresent(secret -> {
            Map<String, String> annotations = new HashMap<>(
                    Optional.ofNullable(addon.getMetadata().getAnnotations()).orElse(Map.of()));
            annotations.put(Annotations.VALUES_SECRET, secret);
            addon.getMetadata().setAnnotations(annotations);
        });
        return addon;
    }

    /** Returns the dependencies of an addon that are not requested on this cluster. */
    public List<String> missing(String addon) {
        List<String> wished = list().stream().map(TenantAddonClient::subject).toList();
        return AddonDefinitionRepository.needs(catalogue.list(), addon).stream()
                .filter(name -> !wished.contains(name))
                .toList();
    }

    /**
     * Verifies that an addon may be deleted.
     *
     * @throws ButlerException with CONFLICT if other addons depend on it or the spec of the cluster manages it
     */
    public void requireUnneeded(TenantAddon addon) {
        requireOwn(addon, "disabled");
        List<AddonDefinition> all = catalogue.list();
        List<String> dependents = list().stream()
                .filter(other -> needs(all, other, addon))
                .map(TenantAddonClient::subject)
                .toList();
        if (!dependents.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Cannot disable addon %s: %s depends on it."
                            .formatted(subject(addon), String.join(", ", dependents)),
                    "Disable %s first.".formatted(String.join(", ", dependents)));
        }
    }

    private static boolean needs(List<AddonDefinition> all, TenantAddon one, TenantAddon other) {
        return Stream.concat(
                        one.getSpec().dependsOn().stream()
                                .map(LocalReference::name)
                                .filter(other.getMetadata().getName()::equals),
                        AddonDefinitionRepository.needs(all, subject(one)).stream()
                                .filter(subject(other)::equals))
                .findAny()
                .isPresent();
    }

    private void requireOwn(TenantAddon addon, String what) {
        if (isOfTheCluster(addon)) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Addon %s is part of the spec of TenantCluster %s, which would restore it."
                            .formatted(subject(addon), clusterName()),
                    "It must be %s there: run 'butlerctl cluster edit %s'.".formatted(what, clusterName()));
        }
    }

    /** Deletes a TenantAddon. A controller uninstalls the release and then removes the object. */
    public void delete(TenantAddon addon) {
        KubeErrorMapper.translating(
                "deleting TenantAddon " + addon.getMetadata().getName(),
                () -> resource(addon.getMetadata().getName()).delete());
    }

    /** Returns whether the spec of the cluster manages an addon, not a user. */
    static boolean isOfTheCluster(TenantAddon addon) {
        return Optional.ofNullable(addon.getMetadata().getLabels())
                .map(labels -> labels.get(Labels.MANAGED_BY))
                .filter(BY_CLUSTER::equals)
                .isPresent();
    }

    /** Returns the name of the addon in the catalog, otherwise of the chart. */
    static String subject(TenantAddon addon) {
        return Optional.ofNullable(addon.getSpec().addon())
                .or(() -> Optional.ofNullable(addon.getSpec().helm()).map(TenantAddonSpec.Helm::chart))
                .orElse(addon.getMetadata().getName());
    }

    public static AddonSummary facts(TenantAddon addon) {
        return ObservedAddon.facts(addon);
    }
}
