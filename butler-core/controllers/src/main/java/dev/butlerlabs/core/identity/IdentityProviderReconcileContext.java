package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import java.util.Optional;

/** Holds the state of one reconciliation of an IdentityProvider. */
final class IdentityProviderReconcileContext {
    private final IdentityProvider provider;
    private Optional<OidcMetadata> metadata = Optional.empty();

    IdentityProviderReconcileContext(IdentityProvider provider) {
        this.provider = provider;
    }

    IdentityProvider provider() {
        return provider;
    }

    Optional<Oidc> oidc() {
        return Optional.ofNullable(provider.getSpec().oidc());
    }

    void discovered(OidcMetadata found) {
        metadata = Optional.of(found);
    }

    /** Returns the endpoints; empty if they were not read this time. */
    Optional<OidcMetadata> metadata() {
        return metadata;
    }
}
