package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.identity.oidc.HttpOidcClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The client that a user logs in with.
 *
 * @param clientSecret a credential; empty for a public client. {@link #toString} does not contain it
 * @param authorities the CAs of the provider as PEM; empty for those of this machine
 * @param scopes the scopes to request; empty for the default
 */
public record LoginSettings(
        String issuer,
        String clientId,
        Optional<String> clientSecret,
        Optional<String> authorities,
        List<String> scopes) {
    public LoginSettings {
        Objects.requireNonNull(issuer, "issuer");
        Objects.requireNonNull(clientId, "clientId");
        Objects.requireNonNull(clientSecret, "clientSecret");
        Objects.requireNonNull(authorities, "authorities");
        scopes = List.copyOf(scopes);
    }

    /** Returns a client for the provider. The caller closes it. */
    public HttpOidcClient connect() {
        return authorities.map(HttpOidcClient::trusting).orElseGet(HttpOidcClient::verified);
    }

    /** Returns the command that logs in again. */
    public String command() {
        return command(issuer, clientId);
    }

    /** Returns the command that logs in at an issuer. */
    public static String command(String issuer, String clientId) {
        return "butlerctl login --issuer %s --client-id %s".formatted(quoted(issuer), quoted(clientId));
    }

    /** Quotes a word for a shell if necessary. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:@%+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return "LoginSettings[issuer=%s, clientId=%s]".formatted(issuer, clientId);
    }
}
