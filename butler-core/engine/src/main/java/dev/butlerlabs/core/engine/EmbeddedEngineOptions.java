package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of an embedded engine.
 *
 * @param data data directory; empty for a temporary one that is deleted at the end
 * @param port port on the loopback interface; 0 selects a free one
 * @param kubeconfig additional path for the kubeconfig, besides the data directory
 * @param repair whether to remove a damaged last record of the stored log instead of failing
 */
public record EmbeddedEngineOptions(Optional<Path> data, int port, Optional<Path> kubeconfig, boolean repair) {
    private static final int LAST_PORT = 65_535;

    /** Creates options without repair. */
    public EmbeddedEngineOptions(Optional<Path> data, int port, Optional<Path> kubeconfig) {
        this(data, port, kubeconfig, false);
    }

    public EmbeddedEngineOptions {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(kubeconfig, "kubeconfig");
        if (port < 0 || port > LAST_PORT) {
            throw ButlerException.invalid(
                    "Invalid engine port.",
                    List.of(new InputProblem(
                            "--port", port + " is not a valid port", "must be between 1 and " + LAST_PORT)));
        }
    }
}
