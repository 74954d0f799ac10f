package dev.butlerlabs.adm.console;

import dev.butlerlabs.adm.bootstrap.ClusterStateLocations;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import dev.butlerlabs.core.server.ConsoleMode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Serves the web console of a cluster. Separate from its command, so that other commands do not load the Kubernetes client. */
final class ConsoleRun {
    private final CommandContext session;
    private final ConsoleOptions options;
    private final OutputPrinter printer;

    ConsoleRun(CommandContext session, ConsoleOptions options, OutputPrinter printer) {
        this.session = session;
        this.options = options;
        this.printer = printer;
    }

    /** Serves until the process is interrupted. */
    void serve(ConnectionOptions connection) {
        try (KubernetesClient client = ClusterConnector.open("butleradm-console", session, connection)) {
            // Reports an unreachable server or a rejected login here instead of in the browser.
            new AccessReviewClient(client).self();
            serve(client);
        }
    }

    private void serve(KubernetesClient client) {
        ConsoleMode.Loopback mode = new ConsoleMode.Loopback(
                client,
                Optional.of(ClusterStateLocations.ofThisUser(session).folder().resolve("clusters")));
        try (LoopbackConsole server = LoopbackConsole.start(mode, name(client), false, options)) {
            server.announce(session, printer);
            server.awaitInterruption();
        }
    }

    private static String name(KubernetesClient client) {
        return Optional.ofNullable(client.getConfiguration().getCurrentContext())
                .map(context -> context.getName())
                .orElse(client.getMasterUrl().getHost());
    }
}
