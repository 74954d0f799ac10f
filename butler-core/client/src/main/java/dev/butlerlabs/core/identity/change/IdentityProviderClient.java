package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Reads and changes IdentityProviders for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class IdentityProviderClient {
    private final KubernetesClient client;
    private final ClusterScopedRepository<IdentityProvider> providers;

    public IdentityProviderClient(KubernetesClient client) {
        this.client = client;
        this.providers = new ClusterScopedRepository<>(
                client, IdentityProvider.class, "List the identity providers with 'butleradm idp list'.");
    }

    public DecodedList<IdentityProvider> list() {
        return providers.list();
    }

    /**
     * Returns an IdentityProvider.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public IdentityProvider get(String name) {
        return providers.get(name);
    }

    /**
     * Creates an IdentityProvider and, if a client secret is given, its Secret. If the command is interrupted between the two, it can be
     * repeated.
     *
     * @param clientSecret the content of a new Secret; empty if the request names an existing one
     * @throws ButlerException with every problem of the input, or with CONFLICT if the provider or a Secret of another owner exists
     */
    public IdentityProvider create(IdentityProviderRequest request, Optional<String> clientSecret) {
        if (!request.problems().isEmpty()) {
            throw ButlerException.invalid("Invalid identity provider:", request.problems());
        }
        if (providers.find(request.name()).isPresent()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "IdentityProvider %s already exists.".formatted(request.name()),
                    "Choose another name.");
        }
        clientSecret.ifPresent(content -> createSecret(request, content));
        IdentityProvider provider = new IdentityProvider();
        provider.setMetadata(new ObjectMetaBuilder().withName(request.name()).build());
        provider.setSpec(request.spec());
        return providers.create(provider);
    }

    private void createSecret(IdentityProviderRequest request, String content) {
        ObjectName name = IdentityProviderSecrets.name(request.secret());
        requireOwned(name);
        ServerSideApply.asButlerForced()
                .apply(
                        client,
                        new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace(name.namespace().orElseThrow())
                                .withName(name.name())
                                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                                .endMetadata()
                                .withData(Map.of(
                                        request.secret().key(),
                                        Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8))))
                                .build());
    }

    private void requireOwned(ObjectName name) {
        if (find(name).filter(secret -> !isOwned(secret)).isPresent()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Secret %s exists and was not created by Butler.".formatted(name),
                    "Use it with --secret, or choose another name for the identity provider.");
        }
    }

    private static boolean isOwned(Secret secret) {
        return Optional.ofNullable(secret.getMetadata().getLabels())
                .filter(labels -> ServerSideApply.BUTLER.equals(labels.get(Labels.MANAGED_BY)))
                .isPresent();
    }

    private Optional<Secret> find(ObjectName name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name, () -> Optional.ofNullable(secret(name).get()));
    }

    private Resource<Secret> secret(ObjectName name) {
        return client.secrets().inNamespace(name.namespace().orElseThrow()).withName(name.name());
    }

    /** Deletes an IdentityProvider and the Secret that was created with it. */
    public void delete(IdentityProvider provider) {
        providers.delete(provider);
        SecretReference own =
                IdentityProviderRequest.ownSecret(provider.getMetadata().getName());
        ObjectName name = IdentityProviderSecrets.name(own);
        if (find(name).filter(IdentityProviderClient::isOwned).isPresent()) {
            KubeErrorMapper.translating(
                    "deleting Secret " + name, () -> secret(name).delete());
        }
    }
}
