package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.cli.output.OutputPrinter;
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

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            // The interruption is the expected way to stop. Clear it, so that it does not disturb the shutdown.
            Thread.interrupted();
        }
    }
}
