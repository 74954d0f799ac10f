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
 */
public record EmbeddedEngineOptions(Optional<Path> data, int port, Optional<Path> kubeconfig) {
    private static final int LAST_PORT = 65_535;

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
