package dev.butlerlabs.core.operation;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs the steps of an operation from the top, again and again, until all are done. Errors that may pass are waited for. Not thread-safe.
 */
public final class OperationLoop {
    /** Errors that occur while API servers, etcd or machines restart. */
    private static final Set<ErrorCode> TEMPORARY = EnumSet.of(
            ErrorCode.UNREACHABLE,
            ErrorCode.TIMEOUT,
            ErrorCode.NOT_READY,
            ErrorCode.CONFLICT,
            ErrorCode.THROTTLED,
            ErrorCode.PROVIDER_TROUBLED);

    private final ProgressReporter progress;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final OperationTimeouts timeouts;
    private final Runnable requirement;
    private final Map<String, ProgressStep> started = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    /** @param requirement throws if the operation must stop; called before each step */
    public OperationLoop(
            ProgressReporter progress,
            InstantSource clock,
            Sleeper sleeper,
            OperationTimeouts timeouts,
            Runnable requirement) {
        this.progress = progress;
        this.clock = clock;
        this.sleeper = sleeper;
        this.timeouts = timeouts;
        this.requirement = requirement;
    }

    /** A step that did not finish. */
    private record Pause(String step, StepResult result) {}

    /**
     * Returns when all steps are done.
     *
     * @param context creates the state of one pass
     * @param titles of the steps, for people
     * @throws ButlerException if a step fails, the time limit passes or the thread is interrupted
     */
    public <C> void run(Supplier<C> context, List<Step<C>> steps, Map<String, String> titles) {
        started.clear();
        done.clear();
        Instant began = clock.instant();
        Optional<Pause> next = pass(context, steps, titles);
        while (next.isPresent()) {
            Pause pause = next.get();
            Duration elapsed = Duration.between(began, clock.instant());
            requireSuccess(pause, elapsed);
            requireTime(pause, elapsed, titles);
            started.get(pause.step()).waiting(pause.result().message());
            sleeper.pause(delay(pause), "Interrupted. Run the command again to resume.");
            next = pass(context, steps, titles);
        }
    }

    private <C> Optional<Pause> pass(Supplier<C> context, List<Step<C>> steps, Map<String, String> titles) {
        Optional<C> state = Optional.empty();
        for (Step<C> step : steps) {
            requirement.run();
            ProgressStep shown =
                    started.computeIfAbsent(step.name(), name -> progress.start(name, titles.getOrDefault(name, name)));
            StepResult result;
            try {
                C scope = state.isPresent() ? state.get() : context.get();
                state = Optional.of(scope);
                result = step.body().apply(scope);
            } catch (ButlerException e) {
                if (!TEMPORARY.contains(e.code())) {
                    shown.failed(e.getMessage());
                    throw e;
                }
                result = StepResult.waiting("Retrying", e.getMessage());
            }
            if (!(result instanceof StepResult.Done)) {
                return Optional.of(new Pause(step.name(), result));
            }
            if (done.add(step.name())) {
                shown.done(result.message());
            }
        }
        return Optional.empty();
    }

    /** A failure that is already recorded in a status may be fixed by now, so that the controllers get time to check again. */
    private void requireSuccess(Pause pause, Duration elapsed) {
        if (pause.result() instanceof StepResult.Failed failure && elapsed.compareTo(timeouts.recheck()) >= 0) {
            started.get(pause.step()).failed(failure.message());
            throw new ButlerException(
                    ErrorCode.OPERATION_FAILED, "%s: %s".formatted(failure.reason(), failure.message()));
        }
    }

    private void requireTime(Pause pause, Duration elapsed, Map<String, String> titles) {
        if (elapsed.compareTo(timeouts.limit()) >= 0) {
            started.get(pause.step()).failed(pause.result().message());
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "%s did not finish within %d s. Last status: %s"
                            .formatted(
                                    titles.getOrDefault(pause.step(), pause.step()),
                                    timeouts.limit().toSeconds(),
                                    pause.result().message()),
                    "Check the last status and run the command again; it resumes.");
        }
    }

    private Duration delay(Pause pause) {
        return pause.result() instanceof StepResult.Waiting waiting
                ? waiting.retryIn()
                        .filter(time -> time.compareTo(timeouts.poll()) < 0)
                        .orElse(timeouts.poll())
                : timeouts.poll();
    }
}
