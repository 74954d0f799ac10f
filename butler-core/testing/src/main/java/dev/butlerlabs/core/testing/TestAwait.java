package dev.butlerlabs.core.testing;

import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Starts waits of tests with common settings: the condition is checked at once and then every 10 ms, in the thread of the test. */
public final class TestAwait {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(30);

    private TestAwait() {}

    /**
     * Returns a wait that fails after the limit.
     *
     * @param what the awaited state, for the message of a failure
     */
    public static ConditionFactory upTo(Duration limit, String what) {
        return Awaitility.await(what)
                .atMost(limit)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL_INTERVAL)
                .pollInSameThread()
                // Some tests end threads of servers on purpose while they wait.
                .dontCatchUncaughtExceptions();
    }

    /**
     * Repeats a change that reads and writes an object until no other client has changed the object in between.
     *
     * @param isConflict selects the exceptions after which the change is repeated
     */
    public static void changed(Predicate<Throwable> isConflict, Runnable change) {
        upTo(RETRY_LIMIT, "a change without a conflict")
                .ignoreExceptionsMatching(isConflict)
                .until(() -> {
                    change.run();
                    return true;
                });
    }
}
