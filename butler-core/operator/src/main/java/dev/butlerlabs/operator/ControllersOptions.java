package dev.butlerlabs.operator;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options of the program {@code butler-controllers} and of {@code butleradm controllers run}. */
public final class ControllersOptions {
    private static final String HEALTH_ADDRESS = "--health-address";
    private static final String WEBHOOK_ADDRESS = "--webhook-address";

    @Option(
            names = HEALTH_ADDRESS,
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:8080",
            description =
                    "Host and port of /healthz, /readyz and /metrics; port 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private String healthAddress;

    @Option(
            names = WEBHOOK_ADDRESS,
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
     * Checks the addresses.
     *
     * @throws ButlerException if one is not valid; it names all problems
     */
    void validate() {
        List<InputProblem> problems = Stream.concat(
                        ListenAddress.problem(HEALTH_ADDRESS, healthAddress).stream(),
                        Stream.ofNullable(webhookAddress)
                                .flatMap(text -> ListenAddress.problem(WEBHOOK_ADDRESS, text).stream()))
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid listen address:", problems);
        }
    }

    /** Returns the address of the health server. */
    ListenAddress healthAddress() {
        return ListenAddress.parse(HEALTH_ADDRESS, healthAddress);
    }

    /** Returns the address of the admission webhook; empty without webhook. */
    Optional<ListenAddress> webhookAddress() {
        return Optional.ofNullable(webhookAddress).map(text -> ListenAddress.parse(WEBHOOK_ADDRESS, text));
    }

    boolean leaderElect() {
        return leaderElect;
    }
}
