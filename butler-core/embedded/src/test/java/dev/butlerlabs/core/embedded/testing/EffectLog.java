package dev.butlerlabs.core.embedded.testing;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the effects of the code under test on all parts of its world, and ends that code after a chosen effect as if its process had been
 * killed. Thread-safe.
 */
public final class EffectLog {
    private final List<String> effects = new ArrayList<>();
    private int crashAt = Integer.MAX_VALUE;

    /** Records an effect that has just happened. Throws {@link ProcessCrash} if the process ends here. */
    public synchronized void add(String effect) {
        effects.add(effect);
        requireAlive();
    }

    /** Throws {@link ProcessCrash} if the process has ended. Every part of the world calls it before it does something. */
    public synchronized void requireAlive() {
        if (effects.size() >= crashAt) {
            throw new ProcessCrash("after effect %d: %s".formatted(effects.size(), effects));
        }
    }

    public synchronized int count() {
        return effects.size();
    }

    /** Returns the effects in their order, such as {@code POST /api/v1/namespaces/default/secrets}. */
    public synchronized List<String> all() {
        return List.copyOf(effects);
    }

    /** Ends the process right after the n-th effect from now. */
    public synchronized void crashAfter(int n) {
        crashAt = effects.size() + n;
    }

    /** Starts a new process, which runs to its end. */
    public synchronized void restart() {
        crashAt = Integer.MAX_VALUE;
    }
}
