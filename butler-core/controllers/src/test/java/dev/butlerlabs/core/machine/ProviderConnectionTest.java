package dev.butlerlabs.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call within a call stands for a second caller: the connection does not distinguish threads. */
final class ProviderConnectionTest {
    private final ScriptedInfrastructure infrastructure = new ScriptedInfrastructure(new EffectLog());

    private ProviderConnection connection(int callsAtOnce) {
        return new ProviderConnection(infrastructure.profile(), infrastructure, callsAtOnce, Duration.ZERO);
    }

    /** Clears the interrupt that one of the tests sets. */
    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private static ButlerException rejected(ProviderConnection connection) {
        return assertThrows(ButlerException.class, () -> connection.ask(ConnectedInfrastructure::version));
    }

    @Test
    void passesTheInfrastructureToTheCall() {
        ProviderConnection connection = connection(1);

        assertSame(infrastructure, connection.<ConnectedInfrastructure>ask(found -> found));
        assertEquals("Memory", connection.profile().title());
    }

    @Test
    void rejectsACallAboveTheLimit() {
        ProviderConnection connection = connection(2);

        ButlerException rejected = connection.ask(first -> connection.ask(second -> rejected(connection)));

        assertEquals(ErrorCode.THROTTLED, rejected.code());
        assertEquals("2 calls to Memory are already running.", rejected.getMessage());
    }

    @Test
    void acceptsAsManyCallsAsTheLimit() {
        ProviderConnection connection = connection(2);

        assertEquals("1.0", connection.ask(first -> connection.ask(ConnectedInfrastructure::version)));
    }

    @Test
    void aFinishedCallMakesRoomForTheNext() {
        ProviderConnection connection = connection(1);

        for (int call = 0; call < 3; call++) {
            assertEquals("1.0", connection.ask(ConnectedInfrastructure::version));
        }
    }

    @Test
    void aFailedCallMakesRoomForTheNext() {
        ProviderConnection connection = connection(1);
        IllegalStateException failure = new IllegalStateException("broken");

        assertSame(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () -> connection.ask(found -> {
                            throw failure;
                        })));

        assertEquals("1.0", connection.ask(ConnectedInfrastructure::version));
    }

    @Test
    void aRejectedCallTakesNoRoom() {
        ProviderConnection connection = connection(1);
        connection.ask(first -> rejected(connection));

        assertEquals("1.0", connection.ask(ConnectedInfrastructure::version));
        connection.retire();

        assertEquals(List.of("close"), infrastructure.calls);
    }

    @Test
    void anInterruptedCallIsCancelled() {
        ProviderConnection connection = connection(1);
        Thread.currentThread().interrupt();

        ButlerException cancelled = rejected(connection);

        assertEquals(ErrorCode.CANCELLED, cancelled.code());
        assertTrue(Thread.interrupted());
        connection.retire();
        assertEquals(List.of("close"), infrastructure.calls);
    }

    @Test
    void staysOpenUntilItIsRetired() {
        ProviderConnection connection = connection(1);
        connection.ask(ConnectedInfrastructure::version);

        assertEquals(List.of(), infrastructure.calls);
    }

    @Test
    void closesAtOnceIfNoCallIsRunning() {
        ProviderConnection connection = connection(1);

        connection.retire();

        assertEquals(List.of("close"), infrastructure.calls);
    }

    @Test
    void closesOnce() {
        ProviderConnection connection = connection(1);

        connection.retire();
        connection.retire();

        assertEquals(List.of("close"), infrastructure.calls);
    }

    @Test
    void rejectsCallsAfterItWasClosed() {
        ProviderConnection connection = connection(1);
        connection.retire();

        ButlerException rejected = rejected(connection);

        assertEquals(ErrorCode.NOT_READY, rejected.code());
        assertEquals("The connection to Memory is being renewed.", rejected.getMessage());
    }

    @Test
    void closesWhenTheLastRunningCallHasFinished() {
        ProviderConnection connection = connection(2);

        connection.ask(first -> {
            connection.ask(second -> {
                connection.retire();
                return true;
            });
            assertEquals(List.of(), infrastructure.calls);
            return true;
        });

        assertEquals(List.of("close"), infrastructure.calls);
    }

    @Test
    void closesAfterAFailedCall() {
        ProviderConnection connection = connection(1);

        assertThrows(
                IllegalStateException.class,
                () -> connection.ask(found -> {
                    connection.retire();
                    throw new IllegalStateException("broken");
                }));

        assertEquals(List.of("close"), infrastructure.calls);
    }

    /** Otherwise calls that overlap could keep a retired connection open forever. */
    @Test
    void rejectsNewCallsWhileTheLastOnesAreRunning() {
        ProviderConnection connection = connection(2);

        ButlerException rejected = connection.ask(running -> {
            connection.retire();
            return rejected(connection);
        });

        assertEquals(ErrorCode.NOT_READY, rejected.code());
        assertEquals(List.of("close"), infrastructure.calls);
    }
}
