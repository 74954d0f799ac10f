package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How to run an embedded engine.
 *
 * @param data the folder that keeps its objects; a fresh one that is removed at the end when empty
 * @param port the port on loopback; 0 takes a free one
 * @param kubeconfig where to write the kubeconfig besides the data folder
 * @param repair whether to remove a damaged last record of the stored log instead of failing
 */
public record EmbeddedEngineOptions(Optional<Path> data, int port, Optional<Path> kubeconfig, boolean repair) {
    private static final int LAST_PORT = 65_535;

    /** Options without repair. */
    public EmbeddedEngineOptions(Optional<Path> data, int port, Optional<Path> kubeconfig) {
        this(data, port, kubeconfig, false);
    }

    public EmbeddedEngineOptions {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(kubeconfig, "kubeconfig");
        if (port < 0 || port > LAST_PORT) {
            throw ButlerException.invalid(
                    "The engine cannot listen there.",
                    List.of(new Problem("--port", port + " is no port", "ports go from 1 to " + LAST_PORT)));
        }
    }
}
