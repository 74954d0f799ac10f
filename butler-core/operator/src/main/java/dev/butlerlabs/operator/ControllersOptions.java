package dev.butlerlabs.operator;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of the program {@code butler-controllers} and of {@code butleradm controllers run}. */
public final class ControllersOptions {
    @Option(
            names = "--health-address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:8080",
            description =
                    "Host and port of /healthz, /readyz and /metrics; port 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private String healthAddress;

    @Option(
            names = "--webhook-address",
            paramLabel = "ADDRESS",
            description = "Host and port of the admission webhook; port 0 selects a free port (default: no webhook).")
    private String webhookAddress;

    @Option(
            names = "--leader-elect",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Reconcile only while holding the lease butler-controllers (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect;

    /**
     * Returns the address of the health server.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if it is not valid
     */
    ListenAddress healthAddress() {
        return ListenAddress.parse("--health-address", healthAddress);
    }

    /**
     * Returns the address of the admission webhook; empty without webhook.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if it is not valid
     */
    Optional<ListenAddress> webhookAddress() {
        return Optional.ofNullable(webhookAddress).map(text -> ListenAddress.parse("--webhook-address", text));
    }

    boolean leaderElect() {
        return leaderElect;
    }
}
