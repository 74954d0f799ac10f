package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.server.access.ConsoleUser;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.rest.AuthViews.ConsoleCluster;
import dev.butlerlabs.core.server.rest.AuthViews.Me;
import dev.butlerlabs.core.server.rest.AuthViews.UserView;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.session.LocalPath;
import dev.butlerlabs.core.server.session.OneTimeLink;
import dev.butlerlabs.core.server.session.Session;
import dev.butlerlabs.core.server.session.SessionCookie;
import dev.butlerlabs.core.server.session.SessionRepository;
import java.util.Optional;
import java.util.function.Supplier;

/** The operations on the session itself. */
public final class SessionHandlers {
    private final SessionRepository sessions;
    private final SessionCookie cookie;
    private final ConsoleInfo info;
    private final Optional<LinkLogin> link;

    /** What pages show about the console. */
    public record ConsoleInfo(String mode, String clusterName, boolean rehearsal) {}

    /** The login of a console on the own machine. */
    public record LinkLogin(OneTimeLink link, Supplier<UserAccess> access) {}

    public SessionHandlers(
            SessionRepository sessions, SessionCookie cookie, ConsoleInfo info, Optional<LinkLogin> link) {
        this.sessions = sessions;
        this.cookie = cookie;
        this.info = info;
        this.link = link;
    }

    /** Logs in with a one-time link. A failure is shown as a page, because a person opened the link. */
    public WebResponse link(ApiCall call) {
        Optional<UserAccess> access = link.filter(
                        login -> login.link().redeem(call.query("code").orElse("")))
                .map(login -> login.access().get());
        return access.map(user -> logIn(call, user, LocalPath.HOME)).orElseGet(SessionHandlers::linkRejected);
    }

    private static WebResponse linkRejected() {
        return WebResponse.text(
                401,
                "text/html; charset=utf-8",
                "<!doctype html><html lang=\"en\"><title>Butler</title><h1>This link is no longer valid</h1>"
                        + "<p>A link can be used once, within two minutes. Run the command again to get another one.</p></html>\n");
    }

    /** Creates a session and ends the one that the browser had. */
    WebResponse logIn(ApiCall call, UserAccess access, LocalPath returnTo) {
        call.session().ifPresent(sessions::end);
        Session session = sessions.create(access);
        return WebResponse.redirect(returnTo.text()).with("Set-Cookie", setCookie(session));
    }

    /** Creates a session for a request of a script, which follows no redirect. */
    WebResponse logInWithoutRedirect(ApiCall call, UserAccess access) {
        call.session().ifPresent(sessions::end);
        return WebResponse.empty(204).with("Set-Cookie", setCookie(sessions.create(access)));
    }

    String mode() {
        return info.mode();
    }

    private String setCookie(Session session) {
        return cookie.session(session.id(), sessions.limits().absolute());
    }

    public Me me(ApiCall call) {
        Session session = call.requireSession();
        ConsoleUser user = session.access().user();
        String version = KubeErrorMapper.translating(
                        call.kubernetes(),
                        "reading the version of the server",
                        () -> call.kubernetes().getKubernetesVersion())
                .getGitVersion();
        return new Me(
                new UserView(user.name(), user.groups(), user.email()),
                session.csrfToken(),
                session.expiresAt(sessions.limits()),
                info.mode(),
                new ConsoleCluster(
                        info.clusterName(), call.kubernetes().getMasterUrl().toString(), version),
                info.rehearsal());
    }

    public WebResponse logout(ApiCall call) {
        sessions.end(call.requireSession());
        return WebResponse.empty(204).with("Set-Cookie", cookie.removal());
    }

    public WebResponse refresh(ApiCall call) {
        call.access().refresh();
        return WebResponse.empty(204);
    }
}
