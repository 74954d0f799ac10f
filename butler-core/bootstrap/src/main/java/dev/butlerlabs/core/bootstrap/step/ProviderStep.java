package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Optional;

/** Finds the provider of a cluster and plans its machines. */
final class ProviderStep {
    private final KubernetesClient client;
    private final ProviderRegistry providers;

    ProviderStep(KubernetesClient client, ProviderRegistry providers) {
        this.client = client;
        this.providers = providers;
    }

    StepResult run(BootstrapReconcileContext scope) {
        ObjectReference reference = scope.resource().getSpec().providerRef();
        String namespace = Objects.requireNonNullElse(reference.namespace(), scope.namespace());
        Optional<ProviderConfig> config = KubeErrorMapper.translating(
                "reading the ProviderConfig",
                () -> Optional.ofNullable(client.resources(ProviderConfig.class)
                        .inNamespace(namespace)
                        .withName(reference.name())
                        .get()));
        if (config.isEmpty()) {
            return StepResult.waiting(
                    "ProviderConfigNotFound", "ProviderConfig %s/%s not found.".formatted(namespace, reference.name()));
        }
        InfrastructureProvider provider =
                providers.require(config.get().getSpec().provider());
        scope.profile(provider.profile());
        scope.artifact(provider.image());
        if (scope.plan().delivery() == ConfigDelivery.USER_DATA && !scope.plan().usesUserData()) {
            return StepResult.failed(
                    "UserDataImpossible",
                    "Machines cannot receive their configuration as user data: %s does not support it, or the API address is known only after they start."
                            .formatted(provider.profile().title()));
        }
        return StepResult.done(provider.profile().title());
    }
}
