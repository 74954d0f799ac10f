package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.access.PermissionReader;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.http.OriginPolicy;
import dev.butlerlabs.core.server.http.RequestRateLimiter;
import dev.butlerlabs.core.server.http.WebListener;
import dev.butlerlabs.core.server.login.OidcLogin;
import dev.butlerlabs.core.server.page.ConsolePages;
import dev.butlerlabs.core.server.rest.LoginHandlers;
import dev.butlerlabs.core.server.rest.PermissionHandlers;
import dev.butlerlabs.core.server.rest.SessionHandlers;
import dev.butlerlabs.core.server.rest.SessionHandlers.ConsoleInfo;
import dev.butlerlabs.core.server.rest.SessionHandlers.LinkLogin;
import dev.butlerlabs.core.server.route.ApiDispatcher;
import dev.butlerlabs.core.server.route.RouteTable;
import dev.butlerlabs.core.server.session.OneTimeLink;
import dev.butlerlabs.core.server.session.SessionCookie;
import dev.butlerlabs.core.server.session.SessionRepository;
import dev.butlerlabs.core.server.stream.StreamHandlers;
import dev.butlerlabs.core.server.stream.StreamHub;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * The server of the web console. It serves the pages and the API, and acts on the Kubernetes API as the user of each session: it has no
 * permission that the user lacks. Thread-safe.
 */
public final class ConsoleServer implements AutoCloseable {
    private static final String PAGES = "/dev/butlerlabs/core/server/console/";

    private final ConsoleSettings settings;
    private final SessionRepository sessions;
    private final StreamHub hub = new StreamHub();
    private final PermissionReader permissions;
    private final OneTimeLink link;
    private final SessionCookie cookie;
    private final WebListener listener;
    private final SessionSweeper sweeper;
    private final URI url;

    private ConsoleServer(ConsoleSettings settings) {
        this.settings = settings;
        this.sessions = new SessionRepository(settings.sessions(), settings.clock());
        this.permissions = new PermissionReader(settings.clock());
        this.link = new OneTimeLink(settings.clock());
        this.cookie = new SessionCookie(isSecure(settings.mode()));
        AtomicReference<OriginPolicy> origins = new AtomicReference<>();
        RequestPipeline pipeline = new RequestPipeline(
                origins::get, dispatcher(), new ConsolePages(PAGES), settings.proxies(), cookie.secure());
        this.listener = WebListener.open(settings.address(), tls(settings.mode()), settings.timeout(), pipeline);
        switch (settings.mode()) {
            case ConsoleMode.Loopback _ -> {
                origins.set(OriginPolicy.loopback("http", listener.port()));
                url = URI.create("http://127.0.0.1:" + listener.port() + "/");
            }
            case ConsoleMode.Cluster cluster -> {
                origins.set(OriginPolicy.publicUrl(cluster.publicUrl()));
                url = cluster.publicUrl().resolve("/");
            }
        }
        sweeper = SessionSweeper.start(sessions);
    }

    /**
     * Starts a server. It accepts requests when this method returns.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the port cannot be opened
     */
    public static ConsoleServer start(ConsoleSettings settings) {
        return new ConsoleServer(settings);
    }

    private static boolean isSecure(ConsoleMode mode) {
        return mode instanceof ConsoleMode.Cluster cluster
                && cluster.publicUrl().getScheme().equals("https");
    }

    private static Optional<SSLContext> tls(ConsoleMode mode) {
        return mode instanceof ConsoleMode.Cluster cluster ? cluster.tls() : Optional.empty();
    }

    private ApiDispatcher dispatcher() {
        return new ApiDispatcher(
                routes(),
                sessions,
                cookie,
                new RequestRateLimiter(settings.sessionRate(), settings.clock()),
                new RequestRateLimiter(settings.addressRate(), settings.clock()),
                settings.clock());
    }

    private RouteTable routes() {
        NamespaceFinder namespaces =
                new NamespaceFinder(permissions, access -> ConsoleAssembly.candidates(settings.mode(), access));
        SessionHandlers session = sessionHandlers();
        return ConsoleRoutes.table(new ConsoleHandlers(
                session,
                loginHandlers(session),
                new PermissionHandlers(permissions, namespaces),
                new StreamHandlers(hub, ConsoleTopics.ALL, namespaces, sessions, settings.clock()),
                ResourceHandlers.create(settings, namespaces)));
    }

    private SessionHandlers sessionHandlers() {
        Optional<LinkLogin> login = settings.mode() instanceof ConsoleMode.Loopback loopback
                ? Optional.of(new LinkLogin(link, () -> ConsoleAssembly.self(loopback.client())))
                : Optional.empty();
        String mode = login.isPresent() ? "loopback" : "cluster";
        return new SessionHandlers(
                sessions, cookie, new ConsoleInfo(mode, settings.clusterName(), settings.rehearsal()), login);
    }

    private LoginHandlers loginHandlers(SessionHandlers session) {
        if (!(settings.mode() instanceof ConsoleMode.Cluster cluster)) {
            return new LoginHandlers(session, cookie, Optional.empty(), Optional.empty());
        }
        OidcLogin oidc = ConsoleAssembly.oidc(cluster, settings.clock());
        Optional<Function<String, UserAccess>> tokens = cluster.tokenLogin()
                ? Optional.of(token -> ConsoleAssembly.ofToken(cluster.client(), token))
                : Optional.empty();
        return new LoginHandlers(session, cookie, Optional.of(oidc), tokens);
    }

    /** Returns the address for a browser. */
    public URI url() {
        return url;
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return listener.port();
    }

    /**
     * Creates a link that logs one browser in, once, within two minutes. It is a credential. The previous link is no longer valid.
     *
     * @throws IllegalStateException unless the console runs on the own machine
     */
    public URI createLink() {
        if (!(settings.mode() instanceof ConsoleMode.Loopback)) {
            throw new IllegalStateException("only a console on the own machine has links");
        }
        return url.resolve("/api/auth/link?code=" + link.create());
    }

    /** Returns how many browsers are logged in. */
    public int sessionCount() {
        return sessions.size();
    }

    /** Returns how many streams of changes are open. */
    public int streamCount() {
        return hub.subscriptionCount();
    }

    /** Returns how many watches of the Kubernetes API are open for all browsers. */
    public int watchCount() {
        return hub.watchCount();
    }

    /** Ends all sessions and streams and closes the port. */
    @Override
    public void close() {
        sweeper.close();
        sessions.close();
        hub.close();
        listener.close();
        permissions.close();
    }
}
