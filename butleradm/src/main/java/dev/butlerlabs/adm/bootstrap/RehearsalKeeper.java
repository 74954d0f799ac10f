package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.console.ConsoleOptions;
import dev.butlerlabs.adm.console.LoopbackConsole;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.server.ConsoleMode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Keeps the cluster of a rehearsal running, with its controllers, until the process is interrupted. */
final class RehearsalKeeper {
    private RehearsalKeeper() {}

    static void keep(BootstrapResult result, OutputPrinter printer) {
        try (RehearsalControllers _ = RehearsalControllers.start(result.kubeconfig())) {
            ResultText.printRehearsal(printer, result);
            // Readers of a pipe or file need this now; the process does not exit for a long time.
            printer.out().flush();
            awaitInterruption();
        }
    }

    /** As {@link #keep(BootstrapResult, OutputPrinter)}, and serves the console of the cluster. */
    static void keepWithConsole(
            BootstrapResult result, CommandContext session, OutputPrinter printer, ConsoleOptions options) {
        try (RehearsalControllers _ = RehearsalControllers.start(result.kubeconfig());
                KubernetesClient client =
                        new KubeConnector("butleradm-console").connect(new KubeconfigFile(result.kubeconfig()).read());
                LoopbackConsole console = LoopbackConsole.start(
                        new ConsoleMode.Loopback(
                                client,
                                Optional.of(ClusterStateLocations.ofRehearsals(session)
                                        .folder()
                                        .resolve("clusters"))),
                        result.cluster(),
                        true,
                        options)) {
            ResultText.printRehearsal(printer, result, console::document);
            if (ResultText.isForPeople(printer)) {
                printer.out().println();
                console.announce(session, printer);
            }
            printer.out().flush();
            console.awaitInterruption();
        }
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
