package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.kube.KubeErrors;
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
import java.util.stream.Stream;

/** Finds the infrastructure a tenant cluster may use, and what lets it in there. */
final class ProviderStep {
    private static final String PLATFORM = "butler";
    private static final String USUAL = "default";

    private final KubernetesClient client;
    private final Parts parts;

    ProviderStep(KubernetesClient client, Parts parts) {
        this.client = client;
        this.parts = parts;
    }

    StepResult run(TenantScope scope) {
        Optional<ButlerConfigSpec> platform = platform();
        List<ObjectName> places = places(scope, platform);
        Optional<ProviderConfig> found = places.stream()
                .flatMap(place -> config(place).stream())
                .findFirst()
                .or(() -> places.isEmpty() ? onlyOne() : Optional.empty());
        if (found.isEmpty()) {
            return StepResult.waiting("ProviderConfigNotFound", missing(places));
        }
        return enter(scope, found.get(), platform);
    }

    private Optional<ButlerConfigSpec> platform() {
        return KubeErrors.translating(
                        "reading the ButlerConfig",
                        () -> Optional.ofNullable(client.resources(ButlerConfig.class)
                                .withName(PLATFORM)
                                .get()))
                .map(ButlerConfig::getSpec);
    }

    /** A reference without a namespace means one beside the cluster, or else one of the platform's. */
    private static List<ObjectName> places(TenantScope scope, Optional<ButlerConfigSpec> platform) {
        Optional<ObjectReference> named =
                Optional.ofNullable(scope.cluster().getSpec().providerConfigRef());
        if (named.isPresent()) {
            String name = named.get().name();
            return Optional.ofNullable(named.get().namespace())
                    .filter(namespace -> !namespace.isEmpty())
                    .map(namespace -> List.of(new ObjectName(namespace, name)))
                    .orElseGet(
                            () -> List.of(new ObjectName(scope.home(), name), new ObjectName(Namespaces.SYSTEM, name)));
        }
        return platform.map(ButlerConfigSpec::defaultProviderConfigRef)
                .map(LocalReference::name)
                .map(name -> List.of(new ObjectName(Namespaces.SYSTEM, name)))
                .orElse(List.of());
    }

    private Optional<ProviderConfig> config(ObjectName name) {
        return KubeErrors.translating(
                "reading ProviderConfig " + name,
                () -> Optional.ofNullable(client.resources(ProviderConfig.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    /** Where nobody names one, the one called default is meant, or the only one there is. */
    private Optional<ProviderConfig> onlyOne() {
        List<ProviderConfig> all = KubeErrors.translating(
                "listing ProviderConfigs",
                () -> client.resources(ProviderConfig.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .list()
                        .getItems());
        Stream<ProviderConfig> usual =
                all.stream().filter(config -> config.getMetadata().getName().equals(USUAL));
        return usual.findFirst().or(() -> all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty());
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
