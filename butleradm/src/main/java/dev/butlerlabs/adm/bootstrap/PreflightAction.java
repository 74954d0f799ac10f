package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.PreflightRun;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import java.util.List;
import java.util.Optional;

/** Checks the infrastructure before a run changes it. */
final class PreflightAction {
    private final ProgressReporter progress;

    PreflightAction(ProgressReporter progress) {
        this.progress = progress;
    }

    /**
     * Runs the checks.
     *
     * @param owner the owner of an earlier run, whose machines do not count as name collisions
     * @throws ButlerException if a check fails
     */
    void require(BootstrapPlan plan, Optional<String> owner) {
        ProgressStep step = progress.start("Preflight", "Checking the infrastructure");
        List<PreflightRun.Finding> findings = PreflightRun.of(plan, owner).findings();
        findings.stream()
                .filter(finding -> finding.result() instanceof Result.Doubtful)
                .forEach(finding -> progress.warning(finding.toString()));
        List<InputProblem> problems = findings.stream()
                .filter(finding -> finding.result() instanceof Result.Failed)
                .map(PreflightRun.Finding::problem)
                .toList();
        if (!problems.isEmpty()) {
            step.failed("%d/%d checks failed".formatted(problems.size(), findings.size()));
            throw ButlerException.invalid(
                    "The infrastructure is not ready for cluster %s.".formatted(plan.cluster()), problems);
        }
        step.done(CountFormatter.of(findings.size(), "check"));
    }
}
