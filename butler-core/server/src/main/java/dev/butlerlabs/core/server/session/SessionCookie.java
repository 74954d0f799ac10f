package dev.butlerlabs.core.server.session;

import java.time.Duration;

/**
 * Cookies of the console. Scripts cannot read them, and browsers send them to this server only.
 *
 * @param secure whether the browser sends them over TLS only
 */
public record SessionCookie(boolean secure) {
    private static final String LOGIN_PATH = "/api/auth";

    /** Returns the name of the cookie with the session; with TLS one that other hosts of the domain cannot set. */
    public String name() {
        return secure ? "__Host-butler_session" : "butler_session";
    }

    /** Returns the name of the cookie of a pending login. */
    public String loginName() {
        return secure ? "__Secure-butler_login" : "butler_login";
    }

    /** Returns a header that sets the session. */
    public String session(String id, Duration lifetime) {
        return "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s"
                .formatted(name(), id, lifetime.toSeconds(), suffix());
    }

    /** Returns a header that removes the session. */
    public String removal() {
        return session("", Duration.ZERO);
    }

    /** Returns a header for a pending login. The provider redirects the browser here, which is a request of another site: Lax. */
    public String login(String id, Duration lifetime) {
        return "%s=%s; Path=%s; HttpOnly; SameSite=Lax; Max-Age=%d%s"
                .formatted(loginName(), id, LOGIN_PATH, lifetime.toSeconds(), suffix());
    }

    private String suffix() {
        return secure ? "; Secure" : "";
    }
}
