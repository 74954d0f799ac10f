package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the objects that use a ProviderConfig. */
final class ProviderUsageFinder {
    private static final int MOST_NAMED = 5;

    private final KubernetesClient client;

    ProviderUsageFinder(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the kind and name of each object that references it. */
    List<String> of(ObjectName config) {
        Optional<String> usual = usual();
        return Stream.of(
                        users(
                                MachineRequest.class,
                                request -> refers(request, request.getSpec().providerRef(), config)),
                        users(
                                LoadBalancerRequest.class,
                                request -> refers(request, request.getSpec().providerConfigRef(), config)),
                        users(
                                ImageSync.class,
                                sync -> refers(sync, sync.getSpec().providerConfigRef(), config)),
                        users(TenantCluster.class, cluster -> mayMean(cluster, config, usual)))
                .flatMap(Function.identity())
                .toList();
    }

    private static boolean refers(HasMetadata object, ObjectReference reference, ObjectName config) {
        return reference != null
                && ProviderReconcileContext.config(object, reference).equals(config)
                && isPermitted(object, config);
    }

    /** A reference that is never permitted must not block the deletion of a ProviderConfig in another namespace. */
    private static boolean isPermitted(HasMetadata object, ObjectName config) {
        return ProviderAccessPolicy.checkReference("spec", object.getMetadata().getNamespace(), config)
                .isEmpty();
    }

    /** A tenant cluster may omit the namespace or the whole reference, and then uses the platform's ProviderConfig. */
    private static boolean mayMean(TenantCluster cluster, ObjectName config, Optional<String> usual) {
        ObjectReference reference = cluster.getSpec().providerConfigRef();
        boolean isOfPlatform =
                config.namespace().filter(Namespaces.SYSTEM::equals).isPresent();
        if (reference == null) {
            return isOfPlatform && usual.map(config.name()::equals).orElse(true);
        }
        boolean isSilent =
                reference.namespace() == null || reference.namespace().isEmpty();
        return refers(cluster, reference, config)
                || (isSilent && isOfPlatform && reference.name().equals(config.name()));
    }

    private Optional<String> usual() {
        return KubeErrorMapper.translating("listing ButlerConfigs", () -> list(ButlerConfig.class)).stream()
                .map(platform -> platform.getSpec().defaultProviderConfigRef())
                .filter(Objects::nonNull)
                .map(LocalReference::name)
                .findFirst();
    }

    private <R extends CustomResource<?, ?>> Stream<String> users(Class<R> kind, Predicate<R> uses) {
        String name = HasMetadata.getFullResourceName(kind);
        return KubeErrorMapper.translating("listing " + name, () -> list(kind)).stream()
                .filter(uses)
                .map(ObjectName::of);
    }

    /** A type whose CRD is not installed has no objects. */
    private <R extends CustomResource<?, ?>> List<R> list(Class<R> kind) {
        try {
            return client.resources(kind).inAnyNamespace().list().getItems();
        } catch (RuntimeException e) {
            if (KubeErrorMapper.isNotFound(e)) {
                return List.of();
            }
            throw e;
        }
    }

    static String sentence(List<String> users) {
        String named = String.join(", ", users.subList(0, Math.min(MOST_NAMED, users.size())));
        return users.size() <= MOST_NAMED
                ? "In use by %s.".formatted(named)
                : "In use by %s and %d more.".formatted(named, users.size() - MOST_NAMED);
    }
}
