package dev.butlerlabs.adm.console;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of the console on this machine. */
public final class ConsoleOptions {
    private static final int HIGHEST_PORT = 65_535;

    @Option(names = "--open", description = "Open the web page in the browser.")
    private boolean open;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port on loopback; 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    boolean isOpen() {
        return open;
    }

    int port() {
        return port;
    }

    /** Returns whether an option was given. */
    public boolean isGiven() {
        return open || port != 0;
    }

    /**
     * Checks the options.
     *
     * @throws ButlerException if the port is not valid
     */
    public void validate() {
        if (port < 0 || port > HIGHEST_PORT) {
            throw ButlerException.invalid(
                    "Invalid options:",
                    List.of(new InputProblem(
                            "--port", "invalid value %d: must be from 0 to %d".formatted(port, HIGHEST_PORT))));
        }
    }
}
