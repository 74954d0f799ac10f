package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.NodeAddressAssignment;
import dev.butlerlabs.core.bootstrap.plan.NodeAddressClaimRenderer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Copies the resources of the bootstrap to the new cluster, which then describes itself. Everything is applied under the same name, so a
 * repeated run changes nothing. The originals stay until the engine is removed.
 */
final class PivotStep {
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);

    private final KubernetesClient engine;
    private final NewClusterSteps cluster;
    private final Consumer<KubernetesClient> definitions;

    PivotStep(KubernetesClient engine, NewClusterSteps cluster) {
        this(engine, cluster, PivotStep::installDefinitions);
    }

    /** @param definitions installs the CRDs of Butler in the new cluster */
    PivotStep(KubernetesClient engine, NewClusterSteps cluster, Consumer<KubernetesClient> definitions) {
        this.engine = engine;
        this.cluster = cluster;
        this.definitions = definitions;
    }

    private static void installDefinitions(KubernetesClient target) {
        new CustomResourceDefinitions(target).ensure(CustomResourceDefinitionFiles.all(), DEFINITIONS_LIMIT);
    }

    StepResult run(BootstrapReconcileContext scope) {
        return cluster.inside(scope, this::move);
    }

    private StepResult move(KubernetesClient target, BootstrapReconcileContext scope) {
        definitions.accept(target);
        namespaces(scope).forEach(namespace -> ensureNamespace(target, namespace));
        ProviderConfig provider = provider(scope);
        credentials(provider).ifPresent(secret -> apply(target, secret));
        apply(target, stripped(provider));
        ClusterBootstrap moved = apply(target, bootstrap(scope.resource()));
        moveAddresses(target, moved, scope);
        scope.machines().values().forEach(request -> moveOwned(target, moved, request));
        balancer(scope).ifPresent(request -> moveOwned(target, moved, request));
        ImageStep.find(engine, scope).ifPresent(sync -> moveOwned(target, moved, sync));
        Stream.of(BootstrapObjectNames.talosSecrets(scope.cluster()), BootstrapObjectNames.kubeconfig(scope.cluster()))
                .forEach(name -> moveSecret(target, moved, name));
        userData(scope).forEach(secret -> apply(target, OwnerReferences.own(moved, stripped(secret))));
        return StepResult.done("%d machine requests and their related resources moved to the new cluster."
                .formatted(scope.machines().size()));
    }

    /** Creates a namespace if it is missing. Applying an existing one would remove the labels that the addons step applied. */
    private static void ensureNamespace(KubernetesClient target, String name) {
        boolean exists = KubeErrorMapper.translating(
                "reading namespace " + name,
                () -> target.namespaces().withName(name).get() != null);
        if (!exists) {
            apply(
                    target,
                    new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build());
        }
    }

    /** Copies the address allocations, which keep tenant clusters from using the addresses of the machines. */
    private void moveAddresses(KubernetesClient target, ClusterBootstrap moved, BootstrapReconcileContext scope) {
        NodeAddressAssignment.of(moved.getSpec()).ifPresent(addressing -> {
            moveOwned(target, moved, NodeAddressClaimRenderer.pool(moved, addressing.wish()));
            AddressesStep.claims(engine, scope).forEach(claim -> moveOwned(target, moved, claim));
        });
    }

    private Stream<String> namespaces(BootstrapReconcileContext scope) {
        return Stream.of(scope.namespace(), providerNamespace(scope)).distinct();
    }

    private static String providerNamespace(BootstrapReconcileContext scope) {
        return Objects.requireNonNullElse(
                scope.resource().getSpec().providerRef().namespace(), scope.namespace());
    }

    private ProviderConfig provider(BootstrapReconcileContext scope) {
        ObjectReference reference = scope.resource().getSpec().providerRef();
        return KubeErrorMapper.translating(
                "reading the ProviderConfig",
                () -> engine.resources(ProviderConfig.class)
                        .inNamespace(providerNamespace(scope))
                        .withName(reference.name())
                        .require());
    }

    private Optional<Secret> credentials(ProviderConfig provider) {
        SecretReference reference = provider.getSpec().credentialsRef();
        if (reference == null) {
            return Optional.empty();
        }
        String namespace = Objects.requireNonNullElse(
                reference.namespace(), provider.getMetadata().getNamespace());
        return KubeErrorMapper.translating(
                        "reading the credentials",
                        () -> Optional.ofNullable(engine.secrets()
                                .inNamespace(namespace)
                                .withName(reference.name())
                                .get()))
                .map(this::stripped);
    }

    private Optional<LoadBalancerRequest> balancer(BootstrapReconcileContext scope) {
        return KubeErrorMapper.translating(
                "reading the load balancer request",
                () -> Optional.ofNullable(engine.resources(LoadBalancerRequest.class)
                        .inNamespace(scope.namespace())
                        .withName(BootstrapObjectNames.loadBalancer(scope.cluster()))
                        .get()));
    }

    /** Copies the user data: the requests reference it, and a machine that is recreated needs it. */
    private Stream<Secret> userData(BootstrapReconcileContext scope) {
        return scope.machines().values().stream()
                .map(request -> request.getSpec().userDataSecretRef())
                .filter(Objects::nonNull)
                .flatMap(reference -> KubeErrorMapper.translating(
                        "reading Secret " + reference.name(),
                        () -> Stream.ofNullable(engine.secrets()
                                .inNamespace(scope.namespace())
                                .withName(reference.name())
                                .get())));
    }

    private static ClusterBootstrap bootstrap(ClusterBootstrap source) {
        ClusterBootstrap copy = new ClusterBootstrap();
        copy.setMetadata(metadata(source));
        copy.getMetadata().getAnnotations().put(Annotations.OWNER_ID, MachineRequestRenderer.owner(source));
        copy.setSpec(source.getSpec());
        return copy;
    }

    private <R extends CustomResource<?, ?>> void moveOwned(KubernetesClient target, ClusterBootstrap owner, R source) {
        R copy = stripped(source);
        ServerSideApply.asButlerForced().apply(target, OwnerReferences.own(owner, withoutStatus(copy)));
        if (source.getStatus() != null) {
            R status = stripped(source);
            status.setSpec(null);
            ServerSideApply.asButlerForced().applyStatus(target, status);
        }
    }

    private static <R extends CustomResource<?, ?>> R withoutStatus(R resource) {
        resource.setStatus(null);
        return resource;
    }

    private void moveSecret(KubernetesClient target, ClusterBootstrap owner, String name) {
        Secret source = KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> engine.secrets()
                        .inNamespace(owner.getMetadata().getNamespace())
                        .withName(name)
                        .require());
        apply(target, OwnerReferences.own(owner, stripped(source)));
    }

    private static <T extends HasMetadata> T apply(KubernetesClient target, T object) {
        return ServerSideApply.asButlerForced().apply(target, object);
    }

    /** Returns a copy without the metadata that belongs to the source server or marks the object as managed there. */
    private <T extends HasMetadata> T stripped(T source) {
        T copy = engine.getKubernetesSerialization().clone(source);
        copy.setMetadata(metadata(source));
        return copy;
    }

    private static ObjectMeta metadata(HasMetadata source) {
        return new ObjectMetaBuilder()
                .withName(source.getMetadata().getName())
                .withNamespace(source.getMetadata().getNamespace())
                .withLabels(copy(source.getMetadata().getLabels()))
                .removeFromLabels(Labels.ENGINE_OF)
                .withAnnotations(copy(source.getMetadata().getAnnotations()))
                .build();
    }

    private static Map<String, String> copy(Map<String, String> entries) {
        return new HashMap<>(Objects.requireNonNullElse(entries, Map.of()));
    }
}
