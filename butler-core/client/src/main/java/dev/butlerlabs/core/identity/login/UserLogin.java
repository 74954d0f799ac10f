package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.oidc.IdToken;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Logs a user in. Nothing is stored before the ID token is verified. */
public final class UserLogin {
    private final LoginSettings settings;
    private final LoginRepository logins;
    private final LoginPrompt prompt;
    private final Clock clock;

    public UserLogin(LoginSettings settings, LoginRepository logins, LoginPrompt prompt, Clock clock) {
        this.settings = settings;
        this.logins = logins;
        this.prompt = prompt;
        this.clock = clock;
    }

    /**
     * Logs in with a browser of this machine: an authorization code with PKCE, received on 127.0.0.1.
     *
     * @param port the port of the redirect address; 0 for any free port
     * @throws ButlerException with LOGIN_REJECTED if the login fails, TIMEOUT if the user does not finish it
     */
    public IdToken inBrowser(int port, Duration limit) {
        try (ProviderSession provider = ProviderSession.open(settings, clock);
                RedirectListener listener = RedirectListener.open(port)) {
            AuthorizationRequest request =
                    AuthorizationRequest.create(listener.address(), provider.scopes(), new SecureRandom());
            listener.expect(query -> RedirectResult.of(query, request.state(), settings.issuer()));
            prompt.openBrowser(request.address(provider.metadata(), settings.clientId()));
            TokenResult.Issued issued = switch (listener.await(limit)) {
                case RedirectResult.Code code ->
                    provider.tokens().exchange(code.code(), request).require(settings.issuer());
                case RedirectResult.Refused refused -> throw refused.reason().failure(settings.issuer());
                case RedirectResult.Unrelated _ -> throw new IllegalStateException("not a result");
            };
            return store(issued, provider.verify(issued, Optional.of(request.nonce())));
        }
    }

    /**
     * Logs in with a browser of any machine: the device flow of RFC 8628.
     *
     * @param pause waits for a time
     * @throws ButlerException with LOGIN_REJECTED if the login fails, TIMEOUT if the user does not finish it
     */
    public IdToken onOtherDevice(Duration limit, LoginPause pause) {
        try (ProviderSession provider = ProviderSession.open(settings, clock)) {
            TokenClient tokens = provider.tokens();
            DeviceAuthorization device = tokens.startDevice(provider.scopes());
            prompt.enterCode(device);
            TokenResult.Issued issued = poll(tokens, device, limit, pause);
            return store(issued, provider.verify(issued, Optional.empty()));
        }
    }

    private TokenResult.Issued poll(TokenClient tokens, DeviceAuthorization device, Duration limit, LoginPause pause) {
        DevicePollPlanner planner = DevicePollPlanner.start(device, limit, clock.instant());
        while (true) {
            pause.sleep(planner.interval());
            switch (ask(tokens, device, planner)) {
                case DevicePollPlanner.Step.Again again -> planner = again.planner();
                case DevicePollPlanner.Step.Finished finished -> {
                    return finished.tokens();
                }
                case DevicePollPlanner.Step.Denied denied ->
                    throw denied.reason().failure(settings.issuer());
                case DevicePollPlanner.Step.Expired _ ->
                    throw new ButlerException(
                            ErrorCode.TIMEOUT,
                            "The code was not entered in time.",
                            "Run the command again and enter the new code.");
            }
        }
    }

    private DevicePollPlanner.Step ask(TokenClient tokens, DeviceAuthorization device, DevicePollPlanner planner) {
        try {
            return planner.after(tokens.poll(device), clock.instant());
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.UNREACHABLE && e.kind() != ErrorKind.TIMEOUT) {
                throw e;
            }
            return planner.afterNoResponse(clock.instant());
        }
    }

    private IdToken store(TokenResult.Issued issued, IdToken token) {
        StoredLogin login = StoredLogin.of(settings, token, issued.refreshToken());
        logins.exclusively(settings.issuer(), settings.clientId(), () -> {
            logins.store(login);
            return login;
        });
        return token;
    }
}
