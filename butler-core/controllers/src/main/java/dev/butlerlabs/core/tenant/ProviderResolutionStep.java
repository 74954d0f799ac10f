package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ProviderCredentials;
import dev.butlerlabs.core.machine.ProviderCredentials.Lookup;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the ProviderConfig that a tenant cluster may use, and its credentials. */
final class ProviderResolutionStep {
    private final ProviderConfigFinder search;
    private final ProviderCredentials credentials;

    ProviderResolutionStep(KubernetesClient client, ObservedObjects observed) {
        this.search = new ProviderConfigFinder(client, observed);
        this.credentials = new ProviderCredentials(
                new CachedSecretReader(ProviderCredentials.secrets(client), observed::secret)::read);
    }

    StepResult run(TenantReconcileContext scope) {
        Optional<ButlerConfigSpec> platform = search.platform();
        List<ObjectName> places = ProviderConfigFinder.places(scope.cluster(), platform);
        Optional<PolicyViolation> refusal = ProviderConfigFinder.refusedReference(scope.cluster(), places);
        if (refusal.isPresent()) {
            return refused(refusal.get());
        }
        Optional<ProviderConfig> found = search.among(places);
        if (found.isEmpty()) {
            return StepResult.waiting("ProviderConfigNotFound", missing(places));
        }
        return enter(scope, found.get(), platform);
    }

    private static String missing(List<ObjectName> places) {
        return places.isEmpty()
                ? "The cluster names no ProviderConfig, and the platform has no default. Set spec.providerConfigRef."
                : "ProviderConfig %s not found."
                        .formatted(places.stream().map(ObjectName::toString).collect(Collectors.joining(" or ")));
    }

    private StepResult enter(
            TenantReconcileContext scope, ProviderConfig provider, Optional<ButlerConfigSpec> platform) {
        Optional<PolicyViolation> refusal = search.refusal(scope.cluster(), provider);
        if (refusal.isPresent()) {
            return refused(refusal.get());
        }
        return switch (credentials.of(provider)) {
            case Lookup.NotNeeded notNeeded -> enter(scope, provider, Credentials.none(), platform);
            case Lookup.Found found -> enter(scope, provider, found.credentials(), platform);
            case Lookup.Missing missing ->
                StepResult.waiting(
                        "CredentialsMissing", "Waiting for Secret %s with the credentials.".formatted(missing.name()));
            case Lookup.Refused refused -> refused(refused.refusal());
        };
    }

    private static StepResult refused(PolicyViolation refusal) {
        return StepResult.failed(refusal.reason(), refusal.message());
    }

    private static StepResult enter(
            TenantReconcileContext scope,
            ProviderConfig provider,
            Credentials found,
            Optional<ButlerConfigSpec> platform) {
        scope.enter(provider, found, platform);
        return StepResult.done("Using ProviderConfig %s.".formatted(ObjectName.from(provider)));
    }
}
