package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.access.PermissionReader;
import dev.butlerlabs.core.server.rest.LoginHandlers;
import dev.butlerlabs.core.server.rest.PermissionHandlers;
import dev.butlerlabs.core.server.rest.SessionHandlers;
import dev.butlerlabs.core.server.route.RouteTable;
import dev.butlerlabs.core.server.session.SessionCookie;
import dev.butlerlabs.core.server.session.SessionLimits;
import dev.butlerlabs.core.server.session.SessionRepository;
import dev.butlerlabs.core.server.stream.StreamHandlers;
import dev.butlerlabs.core.server.stream.StreamHub;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The routes of a console that does not run. */
final class RouteTables {
    private RouteTables() {}

    static RouteTable withoutServer() {
        Clock clock = Clock.systemUTC();
        SessionRepository sessions = new SessionRepository(SessionLimits.DEFAULT, clock);
        PermissionReader permissions = new PermissionReader(clock);
        NamespaceFinder namespaces = new NamespaceFinder(permissions, _ -> List.of());
        SessionCookie cookie = new SessionCookie(false);
        SessionHandlers session = new SessionHandlers(
                sessions, cookie, new SessionHandlers.ConsoleInfo("loopback", "test", false), Optional.empty());
        ConsoleSettings settings = ConsoleSettings.loopback(
                0,
                new ConsoleMode.Loopback(
                        new KubernetesClientBuilder()
                                .withConfig(new io.fabric8.kubernetes.client.ConfigBuilder(
                                                io.fabric8.kubernetes.client.Config.empty())
                                        .withMasterUrl(URI.create("https://127.0.0.1:1")
                                                .toString())
                                        .build())
                                .build(),
                        Optional.empty()),
                "test");
        return ConsoleRoutes.table(new ConsoleHandlers(
                session,
                new LoginHandlers(session, cookie, Optional.empty(), Optional.empty()),
                new PermissionHandlers(permissions, namespaces),
                new StreamHandlers(new StreamHub(), ConsoleTopics.ALL, namespaces, sessions, clock),
                ResourceHandlers.create(settings, namespaces)));
    }
}
