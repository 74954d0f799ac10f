package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import java.util.Optional;

/** Holds the state of one reconciliation of a ProviderConfig. */
final class ProviderConfigReconcileContext extends ProviderReconcileContext {
    private final ProviderConfig providerConfig;
    private Optional<ProviderValidationResult> verdict = Optional.empty();

    ProviderConfigReconcileContext(ProviderConfig config) {
        super(config, "metadata", new ObjectReference(config.getMetadata().getName(), null));
        this.providerConfig = config;
    }

    ProviderConfig providerConfig() {
        return providerConfig;
    }

    Optional<ProviderConfigStatus> before() {
        return Optional.ofNullable(providerConfig.getStatus());
    }

    void judged(ProviderValidationResult found) {
        verdict = Optional.of(found);
    }

    Optional<ProviderValidationResult> verdict() {
        return verdict;
    }
}
