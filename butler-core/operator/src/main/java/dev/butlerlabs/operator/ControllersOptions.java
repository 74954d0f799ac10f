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
    private static final String SHARDS = "--shards";
    private static final int MOST_SHARDS = 64;

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

    @Option(
            names = SHARDS,
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "Divide the namespaces of tenant clusters into this many shards, which the replicas share; "
                    + "1 if the leader reconciles all of them (default: ${DEFAULT-VALUE}).")
    private int shards;

    /**
     * Checks the options.
     *
     * @throws ButlerException if one is not valid; it names all problems
     */
    void validate() {
        List<InputProblem> problems = Stream.of(
                        ListenAddress.problem(HEALTH_ADDRESS, healthAddress).stream(),
                        Stream.ofNullable(webhookAddress)
                                .flatMap(text -> ListenAddress.problem(WEBHOOK_ADDRESS, text).stream()),
                        shardsProblem().stream())
                .flatMap(found -> found)
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid options:", problems);
        }
    }

    private Optional<InputProblem> shardsProblem() {
        if (shards < 1 || shards > MOST_SHARDS) {
            return Optional.of(new InputProblem(
                    SHARDS, "invalid value \"%d\": must be between 1 and %d".formatted(shards, MOST_SHARDS)));
        }
        return shards > 1 && !leaderElect
                ? Optional.of(new InputProblem(SHARDS, "requires --leader-elect"))
                : Optional.empty();
    }

    /** Returns the settings of the controllers. Call {@link #validate} first. */
    ControllersSettings settings() {
        return new ControllersSettings(
                ListenAddress.parse(HEALTH_ADDRESS, healthAddress),
                Optional.ofNullable(webhookAddress).map(text -> ListenAddress.parse(WEBHOOK_ADDRESS, text)),
                leaderElect,
                shards);
    }
}
