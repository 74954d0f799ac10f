package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ProviderProfile;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A connection to an infrastructure shared by many machines. Limits the number of concurrent calls, and closes when it is retired and the
 * last call has finished. Thread-safe.
 */
final class ProviderConnection {
    private final ProviderProfile profile;
    private final ConnectedInfrastructure infrastructure;
    private final Semaphore turns;
    private final int turnsInAll;
    private final Duration patience;
    private int users;
    private boolean retired;
    private boolean closed;

    ProviderConnection(
            ProviderProfile profile, ConnectedInfrastructure infrastructure, int callsAtOnce, Duration patience) {
        this.profile = profile;
        this.infrastructure = infrastructure;
        this.turns = new Semaphore(callsAtOnce, true);
        this.turnsInAll = callsAtOnce;
        this.patience = patience;
    }

    ProviderProfile profile() {
        return profile;
    }

    /** Calls the infrastructure as soon as a slot is free. */
    <T> T ask(Function<ConnectedInfrastructure, T> question) {
        enter();
        try {
            awaitTurn();
            try {
                return question.apply(infrastructure);
            } finally {
                turns.release();
            }
        } finally {
            leave();
        }
    }

    private void awaitTurn() {
        try {
            if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ButlerException(
                        ErrorCode.THROTTLED,
                        "%d calls to %s are already running.".formatted(turnsInAll, profile.title()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting to call the infrastructure.", e);
        }
    }

    private synchronized void enter() {
        if (retired) {
            throw new ButlerException(
                    ErrorCode.NOT_READY, "The connection to %s is being renewed.".formatted(profile.title()));
        }
        users++;
    }

    private synchronized void leave() {
        users--;
        closeIfDone();
    }

    /** Rejects new calls; the connection closes when the running ones have finished. */
    synchronized void retire() {
        retired = true;
        closeIfDone();
    }

    private void closeIfDone() {
        if (retired && users == 0 && !closed) {
            closed = true;
            infrastructure.close();
        }
    }
}
