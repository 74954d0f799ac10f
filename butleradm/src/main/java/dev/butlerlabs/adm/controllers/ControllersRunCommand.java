package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ErrorKind;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the controllers until the process is interrupted. */
@Command(
        name = "run",
        description = {
            "Run the Butler controllers until Ctrl-C or SIGTERM.",
            "Uses the pod's service account unless a kubeconfig is given. With several replicas, only the leader is active."
        },
        footer = {
            "  butleradm controllers run --kubeconfig management.kubeconfig",
            "  butleradm controllers run --health-address 0.0.0.0:8080"
        })
final class ControllersRunCommand implements Callable<Integer> {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--health-address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:8080",
            description =
                    "Host and port of /healthz, /readyz and /metrics; port 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private String healthAddress;

    @Option(
            names = "--leader-elect",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Reconcile only while holding the lease butler-controllers (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect;

    ControllersRunCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (ControllersRun controllers =
                ControllersRun.start(session, connection, ListenAddress.parse(healthAddress), leaderElect)) {
            session.messages().print("Controllers started; health and metrics at " + controllers.healthAddress() + ".");
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
