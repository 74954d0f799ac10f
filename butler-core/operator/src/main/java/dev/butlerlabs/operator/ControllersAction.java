package dev.butlerlabs.operator;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ErrorKind;
import java.util.concurrent.CountDownLatch;

/** Runs the controllers until the calling thread is interrupted. */
public final class ControllersAction {
    private ControllersAction() {}

    /**
     * Starts the controllers and waits for the interruption that follows Ctrl-C or SIGTERM.
     *
     * @return the exit code
     * @throws dev.butlerlabs.core.error.ButlerException if an option is not valid or the cluster cannot be reached
     */
    public static int run(CommandContext session, ConnectionOptions connection, ControllersOptions options) {
        options.validate();
        try (ControllersRun controllers =
                ControllersRun.start(ControllersClusterConnection.open(session, connection), options.settings())) {
            session.messages().print("Controllers started; health and metrics at " + controllers.healthAddress() + ".");
            controllers
                    .webhookAddress()
                    .ifPresent(url -> session.messages().print("Admission webhook at " + url + "."));
            awaitInterruption();
        }
        session.messages().print("Controllers stopped.");
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
