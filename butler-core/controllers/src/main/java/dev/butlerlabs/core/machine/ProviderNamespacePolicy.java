package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.ReferencePolicy;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import java.util.Optional;

/** Decides whether a ProviderConfig may use a provider in its namespace. Pure functions. */
final class ProviderNamespacePolicy {
    private ProviderNamespacePolicy() {}

    /** Returns why the ProviderConfig must not be used; empty if it may. */
    static Optional<PolicyViolation> check(InfrastructureProvider provider, ProviderConfig config) {
        String namespace = config.getMetadata().getNamespace();
        return !provider.isForPlatformOnly(config.getSpec()) || ReferencePolicy.isPlatform(namespace)
                ? Optional.empty()
                : Optional.of(new PolicyViolation(
                        PolicyViolation.PROVIDER_NOT_PERMITTED,
                        "Provider %s can be used only by ProviderConfigs of namespace \"%s\", because it connects without credentials; ProviderConfig %s is in namespace \"%s\"."
                                .formatted(
                                        provider.profile().name(),
                                        Namespaces.SYSTEM,
                                        config.getMetadata().getName(),
                                        namespace)));
    }
}
