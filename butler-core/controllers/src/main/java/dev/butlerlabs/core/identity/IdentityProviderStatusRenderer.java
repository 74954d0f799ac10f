package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.IdentityProviderStatus;
import dev.butlerlabs.core.api.IdentityProviderStatus.DiscoveredEndpoints;
import dev.butlerlabs.core.api.IdentityProviderStatus.Phase;
import dev.butlerlabs.core.api.IdentityProviderStatusBuilder;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Renders the status of an IdentityProvider. Pure functions. */
final class IdentityProviderStatusRenderer {
    /** How exact the time of the last validation is. Every change is a write and an event. */
    private static final Duration PRECISION = Duration.ofHours(1);

    private IdentityProviderStatusRenderer() {}

    static IdentityProviderStatus render(IdentityProviderReconcileContext scope, ReconcileOutcome outcome) {
        IdentityProviderStatus before = Optional.ofNullable(scope.provider().getStatus())
                .orElseGet(() -> IdentityProviderStatusBuilder.builder().build());
        IdentityProviderStatusBuilder status = IdentityProviderStatusBuilder.builder(before)
                .phase(phase(outcome.stage(), before))
                .message(outcome.stop().map(stop -> stop.result().message()).orElse(null))
                .observedGeneration(outcome.generation())
                .conditions(outcome.conditions());
        scope.metadata().map(IdentityProviderStatusRenderer::endpoints).ifPresent(status::discoveredEndpoints);
        if (outcome.stage() == Stage.READY) {
            status.lastValidatedTime(validated(before, outcome));
        }
        return status.build();
    }

    private static Phase phase(Stage stage, IdentityProviderStatus before) {
        return switch (stage) {
            case READY -> Phase.READY;
            case FAILED -> Phase.FAILED;
            case PROGRESSING -> Phase.PENDING;
            case PAUSED, DELETING -> Optional.ofNullable(before.phase()).orElse(Phase.PENDING);
        };
    }

    private static Instant validated(IdentityProviderStatus before, ReconcileOutcome outcome) {
        boolean recent = before.phase() == Phase.READY
                && before.lastValidatedTime() != null
                && Long.valueOf(outcome.generation()).equals(before.observedGeneration())
                && outcome.time().isBefore(before.lastValidatedTime().plus(PRECISION));
        return recent ? before.lastValidatedTime() : outcome.time().truncatedTo(ChronoUnit.SECONDS);
    }

    private static DiscoveredEndpoints endpoints(OidcMetadata metadata) {
        return new DiscoveredEndpoints(
                metadata.authorization(), metadata.token(), metadata.userInfo().orElse(null), metadata.keys());
    }
}
