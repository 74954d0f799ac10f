package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.identity.login.LoginRepository;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.login.StoredLogin;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * Decides which client a user logs in with. The first of these decides: the flags, the plugin of the selected context, the IdentityProvider
 * of the management cluster. What is not given comes from the stored login of the same issuer and client id.
 */
final class LoginSettingsResolver {
    private static final String HINT = "Specify --issuer and --client-id.";

    private final Request request;
    private final LoginRepository logins;
    private final CommandContext session;
    private final ConnectionOptions connection;

    /** @param connection selects the management cluster; used only if an IdentityProvider is read */
    LoginSettingsResolver(
            Request request, LoginRepository logins, CommandContext session, ConnectionOptions connection) {
        this.request = request;
        this.logins = logins;
        this.session = session;
        this.connection = connection;
    }

    /** The flags of a login. */
    record Request(
            Optional<String> issuer,
            Optional<String> clientId,
            Optional<String> provider,
            Optional<String> clientSecret,
            Optional<String> authorities,
            List<String> scopes) {}

    LoginSettings resolve(Optional<CredentialPlugin> plugin) {
        if (request.issuer().isPresent()) {
            return settings(
                    request.issuer().get(), request.clientId().orElseThrow(), request.clientSecret(), List.of());
        }
        if (request.provider().isEmpty() && plugin.isPresent()) {
            String clientId = request.clientId().orElse(plugin.get().clientId());
            return settings(plugin.get().issuer(), clientId, request.clientSecret(), List.of());
        }
        return fromCluster();
    }

    private LoginSettings settings(
            String issuer, String clientId, Optional<String> clientSecret, List<String> usualScopes) {
        Optional<LoginSettings> stored = stored(issuer, clientId);
        List<String> scopes = request.scopes().isEmpty() ? usualScopes : request.scopes();
        return new LoginSettings(
                issuer,
                clientId,
                clientSecret.or(() -> stored.flatMap(LoginSettings::clientSecret)),
                request.authorities().or(() -> stored.flatMap(LoginSettings::authorities)),
                scopes.isEmpty() ? stored.map(LoginSettings::scopes).orElse(List.of()) : scopes);
    }

    /** A damaged file does not prevent the login that replaces it. */
    private Optional<LoginSettings> stored(String issuer, String clientId) {
        try {
            return logins.find(issuer, clientId).map(StoredLogin::settings);
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.LOGIN_REQUIRED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private LoginSettings fromCluster() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            IdentityProvider provider = provider(new IdentityProviderClient(client));
            Oidc oidc = oidc(provider);
            boolean sameClient = request.clientId().isEmpty();
            Optional<String> secret = request.clientSecret()
                    .or(() -> Optional.of(new IdentityProviderSecrets(client))
                            .filter(_ -> sameClient)
                            .flatMap(secrets -> secrets.readIfPermitted(
                                    oidc.clientSecretRef(), IdentityProviderSecrets.CLIENT_SECRET)));
            return settings(oidc.issuerURL(), request.clientId().orElse(oidc.clientID()), secret, oidc.scopes());
        }
    }

    private IdentityProvider provider(IdentityProviderClient providers) {
        try {
            return request.provider().map(providers::get).orElseGet(() -> only(providers));
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.DENIED) {
                throw e;
            }
            throw new ButlerException(
                    e.code(), "You cannot read the identity providers of the cluster.", HINT, List.of(), e);
        }
    }

    private static IdentityProvider only(IdentityProviderClient providers) {
        List<IdentityProvider> found = providers.list().items();
        if (found.size() == 1) {
            return found.getFirst();
        }
        List<String> names =
                found.stream().map(provider -> provider.getMetadata().getName()).toList();
        throw found.isEmpty()
                ? new ButlerException(ErrorCode.NOT_FOUND, "The cluster has no identity provider.", HINT)
                : new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "The cluster has several identity providers.",
                        "Select one with --idp: %s.".formatted(String.join(", ", names)));
    }

    private Oidc oidc(IdentityProvider provider) {
        String name = provider.getMetadata().getName();
        Oidc oidc = Optional.ofNullable(provider.getSpec().oidc())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT, "IdentityProvider %s has no spec.oidc.".formatted(name), HINT));
        if (Boolean.TRUE.equals(oidc.insecureSkipVerify())
                && request.authorities().isEmpty()) {
            throw new ButlerException(
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "IdentityProvider %s disables the verification of certificates, which a login does not."
                            .formatted(name),
                    "Specify the CA of the provider with --issuer-ca-file.");
        }
        return oidc;
    }
}
