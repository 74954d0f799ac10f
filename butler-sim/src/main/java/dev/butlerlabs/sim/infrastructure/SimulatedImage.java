package dev.butlerlabs.sim.infrastructure;

import java.util.Objects;
import java.util.Optional;

/**
 * A boot image of a simulated infrastructure.
 *
 * @param isReady whether machines can use it
 * @param sha256 SHA-256 of its content; empty if it has none or was there from the start
 */
public record SimulatedImage(String id, String name, boolean isReady, Optional<String> sha256) {
    public SimulatedImage {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(sha256, "sha256");
    }
}
