package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.provider.Check;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.PreflightPlan;
import java.util.List;
import java.util.Optional;

/**
 * What came of looking at an infrastructure.
 *
 * @param version what it says of itself
 * @param answers what each check found, in order
 */
public record ProviderVerdict(String version, List<Answer> answers) {
    /** A check and what it found. */
    public record Answer(String name, String question, Check.Result result) {}

    public ProviderVerdict {
        answers = List.copyOf(answers);
    }

    /**
     * Looks, with nothing planned.
     *
     * @throws dev.butlerlabs.core.error.ButlerException when it cannot even be asked for its version
     */
    public static ProviderVerdict of(Infrastructure infrastructure) {
        String version = infrastructure.version();
        return new ProviderVerdict(
                version,
                infrastructure.preflight(new PreflightPlan(List.of(), Optional.empty())).stream()
                        .map(check -> new Answer(check.name(), check.question(), check.run()))
                        .toList());
    }

    public boolean isGood() {
        return failures().isEmpty();
    }

    /** The checks that failed, each as a sentence with what to do. */
    public List<String> failures() {
        return answers.stream()
                .filter(answer -> answer.result() instanceof Check.Result.Failed)
                .map(answer -> sentence(answer.name(), (Check.Result.Failed) answer.result()))
                .toList();
    }

    private static String sentence(String name, Check.Result.Failed failed) {
        return "%s: %s %s".formatted(name, failed.message(), failed.hint()).strip();
    }
}
