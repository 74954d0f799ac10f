package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.error.ButlerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs checks at the same time, each with the same time limit. */
public final class DoctorRun {
    /** The time limit if the user specifies none. */
    public static final Duration LIMIT = Duration.ofSeconds(10);

    private final Duration limit;

    /** @param limit time after which a check is reported as unfinished */
    public DoctorRun(Duration limit) {
        this.limit = limit;
    }

    /** Returns the findings in the order of the checks. A check that fails or takes too long does not prevent the others. */
    public List<DoctorResult> run(List<DoctorCheck> checks) {
        // Not closed: that would wait for checks that ignore interruptions. Virtual threads do not keep the process
        // alive.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        long deadline = System.nanoTime() + limit.toNanos();
        List<Future<List<DoctorResult>>> running = checks.stream()
                .map(check -> threads.submit(() -> check.body().get()))
                .toList();
        List<DoctorResult> findings = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            findings.addAll(result(checks.get(i), running.get(i), deadline - System.nanoTime(), findings));
        }
        threads.shutdownNow();
        return List.copyOf(findings);
    }

    private List<DoctorResult> result(
            DoctorCheck check, Future<List<DoctorResult>> running, long nanos, List<DoctorResult> before) {
        if (isExplained(check, before)) {
            running.cancel(true);
            return List.of();
        }
        try {
            return running.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            running.cancel(true);
            return List.of(unfinished(check));
        } catch (ExecutionException e) {
            return List.of(failed(check, e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(DoctorResult.warning(check.name(), "The check was interrupted.", ""));
        }
    }

    private static boolean isExplained(DoctorCheck check, List<DoctorResult> before) {
        return before.stream()
                .anyMatch(finding -> check.prerequisite().equals(Optional.of(finding.check()))
                        && finding.state() == DoctorResult.State.PROBLEM);
    }

    private DoctorResult unfinished(DoctorCheck check) {
        return DoctorResult.problem(
                check.name(),
                "The check did not finish within %d s.".formatted(limit.toSeconds()),
                "Check the network, or allow more time with --timeout.");
    }

    private static DoctorResult failed(DoctorCheck check, Throwable cause) {
        return switch (cause) {
            case ButlerException failure -> DoctorResult.problem(check.name(), failure);
            case Error error -> throw error;
            case RuntimeException bug -> throw bug;
            default -> throw new IllegalStateException(cause);
        };
    }
}
