package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.util.function.Supplier;

/**
 * Closes an engine after its use. After success the engine is removed, unless it is to be kept; after a failure it is kept, so that the
 * next run can resume.
 *
 * @param keep whether to keep the engine after success
 */
record EngineCleanup(Engine engine, boolean keep, ProgressReporter progress) {
    /**
     * Runs work that uses the engine, then closes the engine.
     *
     * @param onFailure called before the engine is closed if the work fails
     * @return the result of the work
     */
    <T> T after(Supplier<T> work, Runnable onFailure) {
        try {
            T result = work.get();
            engine.close();
            if (!keep) {
                remove();
            }
            return result;
        } catch (RuntimeException e) {
            // The interruption has already taken effect. Clear it, so that the final messages can be written.
            Thread.interrupted();
            onFailure.run();
            engine.close();
            throw e;
        }
    }

    /** Removes the engine. A failure is only a warning: the cluster is complete and does not need the engine. */
    private void remove() {
        try {
            engine.remove();
        } catch (ButlerException e) {
            progress.warning("Could not remove %s: %s %s".formatted(engine.description(), e.getMessage(), e.hint()));
        }
    }
}
