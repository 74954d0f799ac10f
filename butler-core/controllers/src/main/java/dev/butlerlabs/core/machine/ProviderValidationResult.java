package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Optional;

/**
 * The result of validating an infrastructure. Immutable.
 *
 * @param version the version it reports
 * @param answers the results of the checks, in order
 */
public record ProviderValidationResult(String version, List<Answer> answers) {
    /** A check and its result. */
    public record Answer(String name, String question, PreflightCheck.Result result) {}

    public ProviderValidationResult {
        answers = List.copyOf(answers);
    }

    /**
     * Runs the checks without planned machines.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if its version cannot be read
     */
    public static ProviderValidationResult of(ConnectedInfrastructure infrastructure) {
        String version = infrastructure.version();
        return new ProviderValidationResult(
                version,
                infrastructure.preflight(new PreflightInput(List.of(), Optional.empty())).stream()
                        .map(check -> new Answer(check.name(), check.question(), check.run()))
                        .toList());
    }

    /** Returns whether no check failed. */
    public boolean isGood() {
        return failures().isEmpty();
    }

    /** Returns the failed checks, each with a message and a hint. */
    public List<String> failures() {
        return answers.stream()
                .filter(answer -> answer.result() instanceof PreflightCheck.Result.Failed)
                .map(answer -> sentence(answer.name(), (PreflightCheck.Result.Failed) answer.result()))
                .toList();
    }

    private static String sentence(String name, PreflightCheck.Result.Failed failed) {
        return "%s: %s %s".formatted(name, failed.message(), failed.hint()).strip();
    }
}
