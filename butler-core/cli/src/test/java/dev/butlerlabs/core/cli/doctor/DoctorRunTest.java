package dev.butlerlabs.core.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DoctorRunTest {
    private static final DoctorCheck FINE = DoctorCheck.of("Fine", () -> DoctorResult.ok("Fine", "good"));
    private static final DoctorCheck FAILING = DoctorCheck.of("Server", () -> {
        throw new ButlerException(ErrorCode.UNREACHABLE, "No route.", "Use another one.");
    });

    @Test
    void findingsHaveTheOrderOfTheChecks() {
        CountDownLatch second = new CountDownLatch(1);
        DoctorCheck waiting = DoctorCheck.of("Slow", () -> {
            await(second);
            return DoctorResult.ok("Slow", "done");
        });
        DoctorCheck releasing = DoctorCheck.of("Quick", () -> {
            second.countDown();
            return DoctorResult.ok("Quick", "done");
        });

        assertThat(run(Duration.ofSeconds(30), waiting, releasing))
                .extracting(DoctorResult::check)
                .containsExactly("Slow", "Quick");
    }

    @Test
    void aFailureIsAProblemWithItsHintAndLeavesTheOthers() {
        assertThat(run(Duration.ofSeconds(30), FAILING, FINE))
                .containsExactly(
                        DoctorResult.problem("Server", "No route.", "Use another one."),
                        DoctorResult.ok("Fine", "good"));
    }

    @Test
    void aCheckThatTakesTooLongIsReportedOnce() {
        CountDownLatch never = new CountDownLatch(1);
        DoctorCheck stuck = DoctorCheck.of("Stuck", () -> {
            await(never);
            return DoctorResult.ok("Stuck", "late");
        });

        List<DoctorResult> findings = run(Duration.ofMillis(50), stuck, FINE, stuck.after("Stuck"));

        assertThat(findings).hasSize(2);
        assertThat(findings.getFirst().state()).isEqualTo(DoctorResult.State.PROBLEM);
        assertThat(findings.getFirst().message()).contains("did not finish");
    }

    @Test
    void aFailureIsReportedIfItsPrerequisiteHasNoProblem() {
        assertThat(run(Duration.ofSeconds(30), FINE, FAILING.after("Fine")))
                .extracting(DoctorResult::check)
                .containsExactly("Fine", "Server");
    }

    @Test
    void onlyProblemsChangeTheExitCode() {
        DoctorResult warning = DoctorResult.warning("A", "b", "c");

        assertThat(new DoctorReport(List.of(warning)).exitCode()).isZero();
        assertThat(new DoctorReport(List.of(warning, DoctorResult.problem("A", "b", "c"))).exitCode())
                .isEqualTo(11);
    }

    private static List<DoctorResult> run(Duration limit, DoctorCheck... checks) {
        return new DoctorRun(limit).run(List.of(checks));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
