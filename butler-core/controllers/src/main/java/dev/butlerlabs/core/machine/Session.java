package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.ProviderProfile;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A connection to an infrastructure that many machines share: it lets through only so many questions at once, and is closed when the last one is answered. */
final class Session {
    private final ProviderProfile profile;
    private final Infrastructure infrastructure;
    private final Semaphore turns;
    private final int turnsInAll;
    private final Duration patience;
    private int users;
    private boolean retired;
    private boolean closed;

    Session(ProviderProfile profile, Infrastructure infrastructure, int callsAtOnce, Duration patience) {
        this.profile = profile;
        this.infrastructure = infrastructure;
        this.turns = new Semaphore(callsAtOnce, true);
        this.turnsInAll = callsAtOnce;
        this.patience = patience;
    }

    ProviderProfile profile() {
        return profile;
    }

    /** Asks, when it is our turn. */
    <T> T ask(Function<Infrastructure, T> question) {
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
                        "%d questions to %s are waiting for their answers already."
                                .formatted(turnsInAll, profile.title()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The question was not asked any more.", e);
        }
    }

    private synchronized void enter() {
        if (closed) {
            throw new ButlerException(
                    ErrorCode.NOT_READY, "The connection to %s is being renewed.".formatted(profile.title()));
        }
        users++;
    }

    private synchronized void leave() {
        users--;
        closeIfDone();
    }

    /** Nobody shall begin with it any more; it closes when those who use it are done. */
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
