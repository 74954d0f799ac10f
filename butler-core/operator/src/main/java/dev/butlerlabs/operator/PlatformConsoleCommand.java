package dev.butlerlabs.operator;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.server.ConsoleServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves the web console of the platform until the process is interrupted. */
@Command(
        name = "console",
        description = {
            "Serve the web console of the platform until Ctrl-C or SIGTERM.",
            "Users log in with an IdentityProvider of the cluster or with a token; requests to the Kubernetes API are made as the user."
        },
        footer = {
            "  butler-controllers console --base-url https://butler.example.com",
            "  butler-controllers console --base-url https://butler.example.com --impersonate"
        })
final class PlatformConsoleCommand implements Callable<Integer> {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private PlatformConsoleOptions console = new PlatformConsoleOptions();

    PlatformConsoleCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        console.validate();
        try (KubernetesClient client = ControllersClusterConnection.open(session, connection);
                ConsoleServer server = ConsoleServer.start(console.settings(client))) {
            session.messages()
                    .print("Console started at %s; listening on %s.".formatted(console.publicUrl(), server.url()));
            awaitInterruption();
        }
        session.messages().print("Console stopped.");
        return ErrorKind.CANCELLED.exitCode();
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            // The interruption is the expected way to stop. Clear it, so that it does not disturb the shutdown.
            Thread.interrupted();
        }
    }
}
