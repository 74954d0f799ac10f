package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Clock;
import java.util.function.Function;

/** Reports the start and the result of a run. */
public final class RunReporter {
    private RunReporter() {}

    /**
     * Runs work and reports its start and its result.
     *
     * @param work name of the run, such as {@code bootstrap}
     * @param whenCancelled what is kept and how to resume, if the run is interrupted; empty if the work reports it itself
     * @return the result of the work
     */
    public static <T> T report(
            Progress progress, Clock clock, String work, String whenCancelled, Function<ProgressReporter, T> run) {
        progress.report(new RunStarted(clock.instant(), work));
        ProgressReporter reporter = new ProgressReporter(progress, clock);
        try {
            T result = run.apply(reporter);
            progress.report(new RunEnded(clock.instant(), true, ""));
            return result;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED && !whenCancelled.isEmpty()) {
                // The interruption has already taken effect. Clear it, so that the final messages can be written.
                Thread.interrupted();
                reporter.message(whenCancelled);
            }
            progress.report(new RunEnded(clock.instant(), false, e.getMessage()));
            throw e;
        }
    }
}
