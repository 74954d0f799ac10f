package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** Selects the login of the credentials: an API token, or a user with a password. */
final class ProxmoxLogin {
    static final String TOKEN = "token";
    static final String USERNAME = "username";
    static final String PASSWORD = "password";

    private static final Pattern TOKEN_FORM =
            Pattern.compile("[^\\s:/!=]+@[A-Za-z][A-Za-z0-9.\\-_]+![A-Za-z][A-Za-z0-9.\\-_]+=\\S+");

    private ProxmoxLogin() {}

    static boolean isToken(String text) {
        return TOKEN_FORM.matcher(text.strip()).matches();
    }

    /** @throws ButlerException with INVALID_INPUT if the credentials contain neither a token nor a user with a password */
    static RestAuthentication of(
            Credentials credentials, ProxmoxEndpoint endpoint, SSLContext tls, RestClientOptions options) {
        Optional<SensitiveText> token = credentials.find(TOKEN);
        if (token.isPresent()) {
            return ofToken(token.get());
        }
        if (credentials.find(USERNAME).isEmpty() && credentials.find(PASSWORD).isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The credentials contain neither an API token nor a user.",
                    "Add the key token (user@realm!name=secret), or the keys username and password, to the Secret in credentialsRef.");
        }
        return new ProxmoxTicketLogin(
                endpoint, credentials.require(USERNAME), credentials.require(PASSWORD), tls, options);
    }

    private static RestAuthentication ofToken(SensitiveText token) {
        String text = token.value().strip();
        if (!isToken(text)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The API token in the credentials is not valid.",
                    "Use the form user@realm!name=secret, as Proxmox shows it once when the token is created.");
        }
        SensitiveText secret = new SensitiveText(text.substring(text.indexOf('=') + 1));
        return RestAuthentication.always(
                Map.of("Authorization", "PVEAPIToken=" + text), SecretRedactor.of(List.of(token, secret)));
    }
}
