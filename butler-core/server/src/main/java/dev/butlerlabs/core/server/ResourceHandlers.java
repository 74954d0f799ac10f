package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.rest.AddonHandlers;
import dev.butlerlabs.core.server.rest.ClusterHandlers;
import dev.butlerlabs.core.server.rest.DirectoryHandlers;
import dev.butlerlabs.core.server.rest.ManagementHandlers;
import dev.butlerlabs.core.server.rest.NetworkHandlers;
import dev.butlerlabs.core.server.rest.OverviewHandlers;
import dev.butlerlabs.core.server.rest.ProviderHandlers;
import dev.butlerlabs.core.server.rest.RunHandlers;
import dev.butlerlabs.core.server.rest.SchemaHandlers;
import dev.butlerlabs.core.server.rest.TeamHandlers;
import java.nio.file.Path;
import java.util.Optional;

/** The handlers of the routes about resources of the platform. */
record ResourceHandlers(
        ClusterHandlers clusters,
        AddonHandlers addons,
        NetworkHandlers networks,
        ProviderHandlers providers,
        TeamHandlers teams,
        DirectoryHandlers directory,
        ManagementHandlers management,
        OverviewHandlers overview,
        RunHandlers runs,
        SchemaHandlers schemas) {
    static ResourceHandlers create(ConsoleSettings settings, NamespaceFinder namespaces) {
        Optional<Path> logs =
                settings.mode() instanceof ConsoleMode.Loopback loopback ? loopback.runs() : Optional.empty();
        ManagementHandlers management = new ManagementHandlers(settings.clusterName());
        RunHandlers runs = new RunHandlers(logs, settings.clock());
        return new ResourceHandlers(
                new ClusterHandlers(),
                new AddonHandlers(),
                new NetworkHandlers(),
                new ProviderHandlers(settings.clock()),
                new TeamHandlers(namespaces),
                new DirectoryHandlers(settings.clock()),
                management,
                new OverviewHandlers(management, runs, namespaces),
                runs,
                new SchemaHandlers());
    }
}
