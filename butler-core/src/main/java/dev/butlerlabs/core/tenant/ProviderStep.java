package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the infrastructure a tenant cluster may use, and what lets it in there. */
final class ProviderStep {
    private final ProviderSearch search;
    private final Parts parts;

    ProviderStep(KubernetesClient client, Parts parts) {
        this.search = new ProviderSearch(client);
        this.parts = parts;
    }

    StepResult run(TenantScope scope) {
        Optional<ButlerConfigSpec> platform = search.platform();
        List<ObjectName> places = ProviderSearch.places(scope.cluster(), platform);
        Optional<ProviderConfig> found = search.among(places);
        if (found.isEmpty()) {
            return StepResult.waiting("ProviderConfigNotFound", missing(places));
        }
        return enter(scope, found.get(), platform);
    }

    private static String missing(List<ObjectName> places) {
        return places.isEmpty()
                ? "The cluster names no ProviderConfig, and it is not clear which one is meant."
                : "There is no ProviderConfig %s."
                        .formatted(places.stream().map(ObjectName::toString).collect(Collectors.joining(" or ")));
    }

    private StepResult enter(TenantScope scope, ProviderConfig provider, Optional<ButlerConfigSpec> platform) {
        if (!isOpenTo(scope, provider)) {
            return StepResult.failed(
                    Reasons.PROVIDER_ACCESS_DENIED,
                    "ProviderConfig %s is for another team.".formatted(ObjectName.from(provider)));
        }
        Optional<ObjectName> secretName = secretName(provider);
        Optional<Secret> secret =
                secretName.flatMap(name -> parts.secret(name.namespace().orElseThrow(), name.name()));
        if (secretName.isPresent() && secret.isEmpty()) {
            return StepResult.waiting(
                    "CredentialsMissing", "There is no Secret %s with the credentials.".formatted(secretName.get()));
        }
        scope.enter(provider, secret.map(ProviderStep::credentials).orElseGet(Credentials::none), platform);
        return StepResult.done("The workers are made by ProviderConfig %s.".formatted(ObjectName.from(provider)));
    }

    private static boolean isOpenTo(TenantScope scope, ProviderConfig provider) {
        Optional<String> only = Optional.ofNullable(provider.getSpec().scope())
                .filter(limited -> limited.type() == ProviderConfigSpec.Scope.Type.TEAM)
                .map(ProviderConfigSpec.Scope::teamRef)
                .map(LocalReference::name);
        Optional<String> team =
                Optional.ofNullable(scope.cluster().getSpec().teamRef()).map(LocalReference::name);
        return only.isEmpty() || only.equals(team);
    }

    private static Optional<ObjectName> secretName(ProviderConfig provider) {
        return Optional.ofNullable(provider.getSpec().credentialsRef())
                .map(reference -> new ObjectName(
                        Optional.ofNullable(reference.namespace())
                                .filter(namespace -> !namespace.isEmpty())
                                .orElse(provider.getMetadata().getNamespace()),
                        reference.name()));
    }

    private static Credentials credentials(Secret secret) {
        return new Credentials(Optional.ofNullable(secret.getData()).orElse(Map.of()).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> decoded(entry.getValue()))));
    }

    private static SensitiveText decoded(String text) {
        return new SensitiveText(new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8));
    }
}
