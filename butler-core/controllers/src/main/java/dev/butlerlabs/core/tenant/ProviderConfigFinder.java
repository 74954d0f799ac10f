package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.quota.ClusterProviderReader;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the ProviderConfig of a tenant cluster. Thread-safe. */
public final class ProviderConfigFinder implements ClusterProviderReader {
    private static final String PLATFORM = "butler";
    private static final String USUAL = "default";

    private final KubernetesClient client;
    private final ObservedObjects observed;
    private final ProviderAccessPolicy access;

    /** Creates a finder that reads from the API server. */
    public ProviderConfigFinder(KubernetesClient client) {
        this(client, new ObservedObjects());
    }

    /**
     * Creates a finder that reads from the caches of watches what they contain, and the rest from the API server. Teams are always read from the API server.
     */
    ProviderConfigFinder(KubernetesClient client, ObservedObjects observed) {
        this.client = client;
        this.observed = observed;
        this.access = new ProviderAccessPolicy(new TeamReader(client));
    }

    /**
     * Returns the ProviderConfig that the cluster names, otherwise the platform's; empty if the cluster may use none.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable
     */
    public Optional<ProviderConfig> of(TenantCluster cluster) {
        return read(cluster).config();
    }

    @Override
    public Use read(TenantCluster cluster) {
        List<ObjectName> places = places(cluster, platform());
        Optional<PolicyViolation> reference = refusedReference(cluster, places);
        Optional<ProviderConfig> config = reference.isPresent() ? Optional.empty() : among(places);
        Optional<PolicyViolation> violation = reference.or(() -> config.flatMap(found -> refusal(cluster, found)));
        return new Use(violation.isPresent() ? Optional.empty() : config, violation);
    }

    /** Returns why the cluster must not reference a ProviderConfig of that namespace. Reads nothing. */
    static Optional<PolicyViolation> refusedReference(TenantCluster cluster, List<ObjectName> places) {
        return places.stream()
                .flatMap(place ->
                        ProviderAccessPolicy.checkReference(
                                "spec.providerConfigRef", cluster.getMetadata().getNamespace(), place)
                                .stream())
                .findFirst();
    }

    /** Returns why the cluster must not use a ProviderConfig: the team it declares, or the team the ProviderConfig is limited to. */
    Optional<PolicyViolation> refusal(TenantCluster cluster, ProviderConfig config) {
        Optional<String> declared =
                Optional.ofNullable(cluster.getSpec().teamRef()).map(LocalReference::name);
        return access.checkDeclaredTeam(cluster.getMetadata().getNamespace(), declared, config);
    }

    Optional<ProviderConfig> among(List<ObjectName> places) {
        return places.stream()
                .flatMap(place -> config(place).stream())
                .findFirst()
                .or(() -> places.isEmpty() ? onlyOne() : Optional.empty());
    }

    Optional<ButlerConfigSpec> platform() {
        return KubeErrorMapper.translating(
                        "reading the ButlerConfig",
                        () -> observed.platform(
                                PLATFORM,
                                () -> Optional.ofNullable(client.resources(ButlerConfig.class)
                                        .withName(PLATFORM)
                                        .get())))
                .map(ButlerConfig::getSpec);
    }

    /**
     * Returns the candidates. A reference without a namespace means a ProviderConfig in the namespace of the cluster, otherwise one of the
     * platform.
     */
    static List<ObjectName> places(TenantCluster cluster, Optional<ButlerConfigSpec> platform) {
        Optional<ObjectReference> named = Optional.ofNullable(cluster.getSpec().providerConfigRef());
        if (named.isPresent()) {
            String name = named.get().name();
            return Optional.ofNullable(named.get().namespace())
                    .filter(namespace -> !namespace.isEmpty())
                    .map(namespace -> List.of(new ObjectName(namespace, name)))
                    .orElseGet(() -> List.of(
                            new ObjectName(cluster.getMetadata().getNamespace(), name),
                            new ObjectName(Namespaces.SYSTEM, name)));
        }
        return platform.map(ButlerConfigSpec::defaultProviderConfigRef)
                .map(LocalReference::name)
                .map(name -> List.of(new ObjectName(Namespaces.SYSTEM, name)))
                .orElse(List.of());
    }

    private Optional<ProviderConfig> config(ObjectName name) {
        return KubeErrorMapper.translating(
                        "reading ProviderConfig " + name,
                        () -> observed.provider(name)
                                .or(() -> Optional.ofNullable(client.resources(ProviderConfig.class)
                                        .inNamespace(name.namespace().orElseThrow())
                                        .withName(name.name())
                                        .get())))
                .filter(found -> found.getSpec() != null);
    }

    /** Returns the default if no ProviderConfig is named: the one called default, or the only one. */
    private Optional<ProviderConfig> onlyOne() {
        List<ProviderConfig> all = KubeErrorMapper.translating(
                "listing ProviderConfigs",
                () -> client.resources(ProviderConfig.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .list()
                        .getItems());
        Stream<ProviderConfig> usual =
                all.stream().filter(config -> config.getMetadata().getName().equals(USUAL));
        return usual.findFirst().or(() -> all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty());
    }
}
