package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.login.OidcLogin;
import dev.butlerlabs.core.server.rest.AuthViews.LoginMethods;
import dev.butlerlabs.core.server.rest.AuthViews.LoginProvider;
import dev.butlerlabs.core.server.rest.AuthViews.TokenLogin;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.session.LocalPath;
import dev.butlerlabs.core.server.session.SessionCookie;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logins with OpenID Connect and with tokens. */
public final class LoginHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(LoginHandlers.class);

    private final SessionHandlers sessions;
    private final SessionCookie cookie;
    private final Optional<OidcLogin> oidc;
    private final Optional<Function<String, UserAccess>> tokens;

    /**
     * @param oidc empty if users cannot log in with OpenID Connect
     * @param tokens verifies a bearer token; empty if users cannot log in with one
     */
    public LoginHandlers(
            SessionHandlers sessions,
            SessionCookie cookie,
            Optional<OidcLogin> oidc,
            Optional<Function<String, UserAccess>> tokens) {
        this.sessions = sessions;
        this.cookie = cookie;
        this.oidc = oidc;
        this.tokens = tokens;
    }

    public LoginMethods methods(ApiCall call) {
        List<LoginProvider> providers = oidc.stream()
                .flatMap(login -> login.providers().list().stream())
                .map(provider -> new LoginProvider(provider.name(), provider.displayName(), "oidc"))
                .toList();
        return new LoginMethods(sessions.mode(), providers, tokens.isPresent());
    }

    /** Sends the browser to the provider. */
    public WebResponse sso(ApiCall call) {
        LocalPath returnTo = LocalPath.parse(call.query("returnTo").orElse("/"))
                .orElseThrow(() -> ProblemException.of(
                        400, "Malformed request", "Query parameter \"returnTo\": must be a path of this server."));
        OidcLogin.Start start = oidc.orElseThrow(LoginHandlers::notOffered).start(call.query("provider"), returnTo);
        return WebResponse.redirect(start.address().toString())
                .with("Set-Cookie", cookie.login(start.cookie(), OidcLogin.lifetime()));
    }

    /** Finishes a login when the provider sends the browser back. A failure is shown by the login page. */
    public WebResponse callback(ApiCall call) {
        try {
            OidcLogin.Finish finish = oidc.orElseThrow(LoginHandlers::notOffered)
                    .finish(
                            call.request().cookie(cookie.loginName()).orElse(""),
                            call.request().rawQuery());
            return sessions.logIn(call, finish.access(), finish.returnTo())
                    .with("Set-Cookie", cookie.login("", Duration.ZERO));
        } catch (ButlerException e) {
            LOG.info("login failed: {}", e.getMessage());
            return WebResponse.redirect("/login?error=" + word(e)).with("Set-Cookie", cookie.login("", Duration.ZERO));
        }
    }

    /** The message can contain words of the provider, which are not repeated in an address. */
    private static String word(ButlerException failure) {
        return switch (failure.kind()) {
            case DENIED -> "rejected";
            case UNREACHABLE, TIMEOUT -> "unreachable";
            case ENVIRONMENT -> "busy";
            default -> "failed";
        };
    }

    /** Logs in with a bearer token, which the Kubernetes API verifies. */
    public WebResponse token(ApiCall call) {
        String token = call.body(TokenLogin.class).token().strip();
        if (!token.matches("[A-Za-z0-9._~+/=-]+")) {
            throw rejectedToken();
        }
        try {
            UserAccess access = tokens.orElseThrow(LoginHandlers::notOffered).apply(token);
            return sessions.logInWithoutRedirect(call, access);
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED) {
                throw rejectedToken();
            }
            throw e;
        }
    }

    private static ButlerException rejectedToken() {
        return new ButlerException(
                ErrorCode.LOGIN_REJECTED, "The Kubernetes API does not accept this token.", "Check the token.");
    }

    private static ButlerException notOffered() {
        return new ButlerException(
                ErrorCode.NOT_FOUND, "This console does not offer this login.", "See /api/auth/providers.");
    }
}
