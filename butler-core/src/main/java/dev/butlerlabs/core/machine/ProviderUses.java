package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Who needs a ProviderConfig. */
final class ProviderUses {
    private static final int MOST_NAMED = 5;

    private final KubernetesClient client;

    ProviderUses(KubernetesClient client) {
        this.client = client;
    }

    /** Kind and name of each object that refers to it. */
    List<String> of(ObjectName config) {
        return Stream.of(
                        users(
                                MachineRequest.class,
                                config,
                                request -> request.getSpec().providerRef()),
                        users(
                                LoadBalancerRequest.class,
                                config,
                                request -> request.getSpec().providerConfigRef()),
                        users(
                                TenantCluster.class,
                                config,
                                cluster -> cluster.getSpec().providerConfigRef()))
                .flatMap(Function.identity())
                .toList();
    }

    private <R extends CustomResource<?, ?>> Stream<String> users(
            Class<R> kind, ObjectName config, Function<R, ObjectReference> reference) {
        String name = HasMetadata.getFullResourceName(kind);
        return KubeErrors.translating("listing " + name, () -> list(kind)).stream()
                .filter(object -> Optional.ofNullable(reference.apply(object))
                        .map(found -> ProviderScope.config(object, found).equals(config))
                        .orElse(false))
                .map(ObjectName::of);
    }

    /** A kind that is not installed has no objects. */
    private <R extends CustomResource<?, ?>> List<R> list(Class<R> kind) {
        try {
            return client.resources(kind).inAnyNamespace().list().getItems();
        } catch (RuntimeException e) {
            if (KubeErrors.isNotFound(e)) {
                return List.of();
            }
            throw e;
        }
    }

    static String sentence(List<String> users) {
        String named = String.join(", ", users.subList(0, Math.min(MOST_NAMED, users.size())));
        return users.size() <= MOST_NAMED
                ? "It is in use by %s.".formatted(named)
                : "It is in use by %s and %d more.".formatted(named, users.size() - MOST_NAMED);
    }
}
