package dev.butlerlabs.core.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ProviderCredentials.Lookup;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Optional;

/** Reads ProviderConfigs and their credentials, and connects to the infrastructures they describe. */
final class ProviderConfigReader {
    private final KubernetesClient client;
    private final ProviderCredentials credentials;

    ProviderConfigReader(KubernetesClient client) {
        this.client = client;
        this.credentials = new ProviderCredentials(client);
    }

    Optional<ProviderConfig> config(ObjectName name) {
        return KubeErrorMapper.translating(
                "reading ProviderConfig " + name,
                () -> Optional.ofNullable(client.resources(ProviderConfig.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    ProviderCredentials credentials() {
        return credentials;
    }

    ProviderConnectionSettings access(ProviderConfig config, Optional<Secret> secret) {
        return access(client.getKubernetesSerialization(), config, secret);
    }

    static ProviderConnectionSettings access(
            KubernetesSerialization serialization, ProviderConfig config, Optional<Secret> secret) {
        String provider = config.getSpec().provider();
        JsonNode spec = serialization.convertValue(config.getSpec(), JsonNode.class);
        return new ProviderConnectionSettings(
                ConfigSection.of("spec." + provider, spec.path(provider), new ProblemCollector()),
                secret.map(ProviderCredentials::of).orElseGet(Credentials::none));
    }

    /** Connects with the credentials of the ProviderConfig, which must exist. */
    ConnectedInfrastructure connect(ProviderConfig config, ProviderRegistry providers) {
        InfrastructureProvider provider = providers.require(config.getSpec().provider());
        ProviderNamespacePolicy.check(provider, config).ifPresent(refusal -> {
            throw new ButlerException(
                    ErrorCode.FORBIDDEN,
                    refusal.message(),
                    "Create the ProviderConfig in namespace %s.".formatted(Namespaces.SYSTEM));
        });
        return provider.connect(access(config, requiredSecret(config)));
    }

    private Optional<Secret> requiredSecret(ProviderConfig config) {
        return switch (credentials.of(config)) {
            case Lookup.NotNeeded notNeeded -> Optional.empty();
            case Lookup.Found found -> Optional.of(found.secret());
            case Lookup.Missing missing ->
                throw new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Secret %s with the credentials not found.".formatted(missing.name()),
                        "Create it, or correct credentialsRef.");
            case Lookup.Refused refused ->
                throw new ButlerException(
                        ErrorCode.FORBIDDEN,
                        refused.refusal().message(),
                        "Correct credentialsRef, or permit the reference.");
        };
    }
}
