package dev.butlerlabs.core.embedded.testing;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Verifies that a step reaches the same result if its process ends after any of its effects and a new process runs the step again.
 *
 * <p>An effect is a change of the world: a request that changed an object, or a call that changed a machine.
 */
public final class CrashPositions {
    private CrashPositions() {}

    /** A world in which a step runs, with everything that survives the end of a process. */
    public interface World extends AutoCloseable {
        /** Returns the effects on all parts of the world. */
        EffectLog effects();

        /** Returns what must be equal at the end, such as the objects by name. */
        Map<String, ?> state();

        @Override
        void close();
    }

    /**
     * Runs a step uninterrupted, then once for each of its effects with a crash after that effect followed by complete runs.
     *
     * @param prepare creates the world before the step
     * @param run runs the step to its end in a new process, several times if the step waits
     * @return number of crash positions
     */
    public static <W extends World> int check(Supplier<W> prepare, Consumer<W> run) {
        Map<String, ?> expected;
        int effects;
        try (W world = prepare.get()) {
            int before = world.effects().count();
            run.accept(world);
            effects = world.effects().count() - before;
            expected = world.state();
            int settled = world.effects().count();
            run.accept(world);
            List<String> all = world.effects().all();
            assertEquals(List.of(), all.subList(settled, all.size()), "a repeated run must not change anything");
        }
        assertTrue(effects > 0, "the step has no effect, so there is no crash position");
        assertAll(
                IntStream.rangeClosed(1, effects).mapToObj(position -> () -> crash(prepare, run, position, expected)));
        return effects;
    }

    private static <W extends World> void crash(
            Supplier<W> prepare, Consumer<W> run, int position, Map<String, ?> expected) {
        try (W world = prepare.get()) {
            world.effects().crashAfter(position);
            Throwable crash =
                    assertThrows(Throwable.class, () -> run.accept(world), "no crash after effect " + position);
            assertTrue(isCrash(crash), () -> "failed instead of crashing after effect " + position + ": " + crash);
            world.effects().restart();
            run.accept(world);
            assertEquals(expected, world.state(), "after a crash at effect " + position);
        }
    }

    /** A crash on another thread of the code under test arrives as the cause of another exception. */
    private static boolean isCrash(Throwable thrown) {
        return thrown instanceof ProcessCrash || (thrown.getCause() != null && isCrash(thrown.getCause()));
    }
}
