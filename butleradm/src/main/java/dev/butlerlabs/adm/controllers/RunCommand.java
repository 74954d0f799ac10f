package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.error.ErrorKind;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the reconcilers until it is interrupted. */
@Command(
        name = "run",
        description = {
            "Reconcile machines, load balancers, ProviderConfigs and tenant clusters until Ctrl-C or SIGTERM.",
            "In a pod, the pod's own account is used unless a kubeconfig is named. Of several, one acts at a time."
        },
        footer = {
            "  butleradm controllers run --kubeconfig management.kubeconfig",
            "  butleradm controllers run --health-address 0.0.0.0:8080"
        })
final class RunCommand implements Callable<Integer> {
    private final Session session;

    @SuppressWarnings("unused") // read by the parser alone
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--health-address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:8080",
            description =
                    "Host and port at which /healthz, /readyz and /metrics answer; port 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private String healthAddress;

    @Option(
            names = "--leader-elect",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Act only while holding the lease butler-controllers (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect;

    RunCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Controllers controllers =
                Controllers.start(session, connection, ListenAddress.parse(healthAddress), leaderElect)) {
            session.messages().print("Reconciling; health and metrics at " + controllers.healthAddress() + ".");
            awaitInterruption();
        }
        session.messages().print("The controllers have stopped.");
        return ErrorKind.CANCELLED.exitCode();
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            // This is how the controllers are meant to end; closing them must not be disturbed by the same
            // interruption.
            Thread.interrupted();
        }
    }
}
