package dev.butlerlabs.operator;

import java.util.Objects;
import java.util.Optional;

/**
 * How the controllers run. Immutable.
 *
 * @param health the address of the health server
 * @param webhook the address of the admission webhook; empty for no webhook
 * @param leaderElect whether to reconcile only while holding the lease
 * @param shards the number of shards into which the namespaces of tenant clusters are divided; 1 if the leader reconciles all of them
 */
public record ControllersSettings(
        ListenAddress health, Optional<ListenAddress> webhook, boolean leaderElect, int shards) {
    public ControllersSettings {
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(webhook, "webhook");
        if (shards < 1 || (shards > 1 && !leaderElect)) {
            throw new IllegalArgumentException("shards must be at least 1, and 1 without leader election");
        }
    }

    boolean isSharded() {
        return shards > 1;
    }
}
