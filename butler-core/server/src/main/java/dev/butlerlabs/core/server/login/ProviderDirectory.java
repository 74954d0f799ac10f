package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.oidc.ClaimNames;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The identity providers at which users can log in. Thread-safe. */
public final class ProviderDirectory {
    /** The list of providers is public, so they are not read for each request. */
    private static final Duration REMEMBERED = Duration.ofSeconds(30);

    private final Supplier<List<NamedProvider>> source;
    private final Clock clock;
    private List<NamedProvider> known = List.of();
    private Instant readAt = Instant.EPOCH;

    private ProviderDirectory(Supplier<List<NamedProvider>> source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Returns a directory with fixed providers. */
    public static ProviderDirectory of(List<NamedProvider> providers) {
        return new ProviderDirectory(() -> providers, Clock.systemUTC());
    }

    /** Returns a directory of the IdentityProviders of a cluster. Its client needs the permission to read them and their Secrets. */
    public static ProviderDirectory inCluster(KubernetesClient client, Clock clock) {
        return new ProviderDirectory(() -> read(client), clock);
    }

    private static List<NamedProvider> read(KubernetesClient client) {
        return new IdentityProviderClient(client)
                .list().items().stream()
                        .flatMap(provider -> named(client, provider).stream())
                        .toList();
    }

    private static Optional<NamedProvider> named(KubernetesClient client, IdentityProvider provider) {
        return Optional.ofNullable(provider.getSpec())
                .map(IdentityProviderSpec::oidc)
                .map(oidc -> new NamedProvider(
                        provider.getMetadata().getName(),
                        Optional.ofNullable(provider.getSpec().displayName())
                                .orElse(provider.getMetadata().getName()),
                        settings(client, oidc),
                        claims(oidc),
                        "",
                        "",
                        nonEmpty(oidc.hostedDomain())));
    }

    private static ClaimNames claims(Oidc oidc) {
        return new ClaimNames(
                nonEmpty(oidc.emailClaim()).orElseGet(ClaimNames.DEFAULT::email),
                nonEmpty(oidc.groupsClaim()).orElseGet(ClaimNames.DEFAULT::groups));
    }

    private static Optional<String> nonEmpty(String text) {
        return Optional.ofNullable(text).filter(value -> !value.isEmpty());
    }

    private static LoginSettings settings(KubernetesClient client, Oidc oidc) {
        Optional<String> secret = Optional.ofNullable(oidc.clientSecretRef())
                .flatMap(reference -> new IdentityProviderSecrets(client)
                        .readIfPermitted(reference, IdentityProviderSecrets.CLIENT_SECRET));
        return new LoginSettings(oidc.issuerURL(), oidc.clientID(), secret, Optional.empty(), oidc.scopes());
    }

    /** Returns the providers in the order of their names. */
    public synchronized List<NamedProvider> list() {
        if (Duration.between(readAt, clock.instant()).compareTo(REMEMBERED) > 0) {
            known = List.copyOf(source.get());
            readAt = clock.instant();
        }
        return known;
    }

    /**
     * Returns a provider.
     *
     * @param name empty for the only one
     * @throws ButlerException with NOT_FOUND if there is none of this name, or several and no name
     */
    public NamedProvider require(Optional<String> name) {
        List<NamedProvider> all = list();
        return name.map(wanted -> all.stream()
                        .filter(provider -> provider.name().equals(wanted))
                        .findFirst())
                .orElseGet(() -> all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Identity provider not found.",
                        "Select one of the providers of /api/auth/providers."));
    }
}
