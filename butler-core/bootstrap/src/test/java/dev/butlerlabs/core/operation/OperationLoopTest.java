package dev.butlerlabs.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.testing.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class OperationLoopTest {
    private final SteppedClock clock = new SteppedClock();
    private final List<ProgressEvent> events = new ArrayList<>();
    private Runnable requirement = () -> {};
    private int passes;

    private void run(List<Supplier<StepResult>> bodies) {
        List<Step<Integer>> steps = new ArrayList<>();
        bodies.forEach(body -> steps.add(Step.of("Step" + steps.size(), _ -> body.get())));
        new OperationLoop(
                        new ProgressReporter(events::add, clock),
                        clock,
                        duration -> clock.pass(duration.toSeconds()),
                        new OperationTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(10)),
                        () -> requirement.run())
                .run(() -> ++passes, steps, Map.of("Step0", "Checking"));
    }

    private ButlerException failure(List<Supplier<StepResult>> bodies) {
        return catchThrowableOfType(ButlerException.class, () -> run(bodies));
    }

    private Supplier<StepResult> doneInPass(int pass) {
        return () -> passes >= pass ? StepResult.done() : StepResult.waiting("Waiting", "pass " + passes);
    }

    @Test
    void repeatsAllStepsUntilEachIsDone() {
        run(List.of(StepResult::done, doneInPass(3), doneInPass(4)));

        assertThat(passes).isEqualTo(4);
        assertThat(events).filteredOn(ProgressEvent.Started.class::isInstance).hasSize(3);
        assertThat(events).filteredOn(ProgressEvent.Done.class::isInstance).hasSize(3);
    }

    @Test
    void waitsForErrorsThatPass() {
        run(List.of(() -> {
            if (passes < 3) {
                throw new ButlerException(ErrorCode.UNREACHABLE, "connection refused");
            }
            return StepResult.done();
        }));

        assertThat(passes).isEqualTo(3);
    }

    @Test
    void failsAtOnceWithOtherErrors() {
        assertThat(failure(List.of(() -> {
                            throw new ButlerException(ErrorCode.FORBIDDEN, "no");
                        }))
                        .code())
                .isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(passes).isOne();
    }

    @Test
    void checksAFailureAgainBeforeItFails() {
        ButlerException failure = failure(List.of(() -> StepResult.failed("QuotaExceeded", "no CPUs left")));

        assertThat(failure.code()).isEqualTo(ErrorCode.OPERATION_FAILED);
        assertThat(failure).hasMessage("QuotaExceeded: no CPUs left");
        assertThat(passes).isEqualTo(6);
    }

    @Test
    void anOldFailureThatIsGoneDoesNotCount() {
        run(List.of(() -> passes < 4 ? StepResult.failed("QuotaExceeded", "no CPUs left") : StepResult.done()));

        assertThat(passes).isEqualTo(4);
    }

    @Test
    void endsWithTheLastStatusAfterTheTimeLimit() {
        ButlerException failure = failure(List.of(() -> StepResult.waiting("Waiting", "0/1 ready")));

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failure).hasMessage("Checking did not finish within 20 s. Last status: 0/1 ready");
    }

    @Test
    void stopsBeforeTheNextStepIfTheLockIsLost() {
        List<String> executed = new ArrayList<>();
        requirement = () -> {
            if (!executed.isEmpty()) {
                throw new ButlerException(ErrorCode.CLUSTER_LOCKED, "lost");
            }
        };

        ButlerException failure = failure(List.of(
                () -> {
                    executed.add("first");
                    return StepResult.done();
                },
                () -> {
                    executed.add("second");
                    return StepResult.done();
                }));

        assertThat(failure.code()).isEqualTo(ErrorCode.CLUSTER_LOCKED);
        assertThat(executed).containsExactly("first");
    }
}
