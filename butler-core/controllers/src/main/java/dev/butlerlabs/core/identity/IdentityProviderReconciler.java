package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.api.IdentityProviderStatus;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import dev.butlerlabs.core.identity.oidc.HttpOidcClient;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Checks each IdentityProvider: its client secret, its discovery document and its signing keys. */
public final class IdentityProviderReconciler
        implements ReconcilerDefinition<IdentityProvider, IdentityProviderStatus, IdentityProviderReconcileContext> {
    private static final Duration RECHECK = Duration.ofMinutes(1);

    private final IdentityProviderSteps steps;

    IdentityProviderReconciler(KubernetesClient client, Function<Oidc, OidcProviderReader> readers) {
        this.steps = new IdentityProviderSteps(new IdentityProviderSecrets(client), readers);
    }

    /** Returns a reconciler that requests the documents over HTTP. */
    public static IdentityProviderReconciler overHttp(KubernetesClient client) {
        OidcProviderReader verified = new OidcProviderReader(HttpOidcClient.verified());
        OidcProviderReader unverified = new OidcProviderReader(HttpOidcClient.unverified());
        return new IdentityProviderReconciler(
                client, oidc -> Boolean.TRUE.equals(oidc.insecureSkipVerify()) ? unverified : verified);
    }

    @Override
    public String name() {
        return "identity-provider";
    }

    @Override
    public Class<IdentityProvider> kind() {
        return IdentityProvider.class;
    }

    @Override
    public IdentityProviderReconcileContext scope(IdentityProvider provider) {
        return new IdentityProviderReconcileContext(provider);
    }

    @Override
    public List<Step<IdentityProviderReconcileContext>> steps() {
        return List.of(
                Step.of(ConditionTypes.SECRET_VALID, steps::secret),
                Step.of(ConditionTypes.DISCOVERED, steps::discovery),
                Step.of("KeysValid", steps::keys));
    }

    @Override
    public List<Condition> conditions(IdentityProvider provider) {
        return Optional.ofNullable(provider.getStatus())
                .map(IdentityProviderStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public IdentityProviderStatus status(
            IdentityProvider provider, IdentityProviderReconcileContext scope, ReconcileOutcome outcome) {
        return IdentityProviderStatusRenderer.render(scope, outcome);
    }

    /** Secrets of the platform are not watched, so that a corrected one is found by the next check. */
    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(RECHECK);
    }
}
