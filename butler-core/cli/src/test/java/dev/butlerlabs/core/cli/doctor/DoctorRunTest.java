package dev.butlerlabs.core.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DoctorRunTest {
    private static final DoctorCheck FINE = DoctorCheck.of("Fine", () -> DoctorFinding.ok("Fine", "good"));
    private static final DoctorCheck FAILING = DoctorCheck.of("Server", () -> {
        throw new ButlerException(ErrorCode.UNREACHABLE, "No route.", "Use another one.");
    });

    @Test
    void findingsHaveTheOrderOfTheChecks() {
        CountDownLatch second = new CountDownLatch(1);
        DoctorCheck waiting = DoctorCheck.of("Slow", () -> {
            await(second);
            return DoctorFinding.ok("Slow", "done");
        });
        DoctorCheck releasing = DoctorCheck.of("Quick", () -> {
            second.countDown();
            return DoctorFinding.ok("Quick", "done");
        });

        assertThat(run(Duration.ofSeconds(30), waiting, releasing))
                .extracting(DoctorFinding::check)
                .containsExactly("Slow", "Quick");
    }

    @Test
    void aFailureIsAProblemWithItsHintAndLeavesTheOthers() {
        assertThat(run(Duration.ofSeconds(30), FAILING, FINE))
                .containsExactly(
                        DoctorFinding.problem("Server", "No route.", "Use another one."),
                        DoctorFinding.ok("Fine", "good"));
    }

    @Test
    void aCheckThatTakesTooLongIsReportedOnce() {
        CountDownLatch never = new CountDownLatch(1);
        DoctorCheck stuck = DoctorCheck.of("Stuck", () -> {
            await(never);
            return DoctorFinding.ok("Stuck", "late");
        });

        List<DoctorFinding> findings = run(Duration.ofMillis(50), stuck, FINE, stuck.after("Stuck"));

        assertThat(findings).hasSize(2);
        assertThat(findings.getFirst().state()).isEqualTo(DoctorFinding.State.PROBLEM);
        assertThat(findings.getFirst().message()).contains("did not finish");
    }

    @Test
    void aFailureIsReportedIfItsPrerequisiteHasNoProblem() {
        assertThat(run(Duration.ofSeconds(30), FINE, FAILING.after("Fine")))
                .extracting(DoctorFinding::check)
                .containsExactly("Fine", "Server");
    }

    @Test
    void onlyProblemsChangeTheExitCode() {
        DoctorFinding warning = DoctorFinding.warning("A", "b", "c");

        assertThat(new DoctorReport(List.of(warning)).exitCode()).isZero();
        assertThat(new DoctorReport(List.of(warning, DoctorFinding.problem("A", "b", "c"))).exitCode())
                .isEqualTo(11);
    }

    private static List<DoctorFinding> run(Duration limit, DoctorCheck... checks) {
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
