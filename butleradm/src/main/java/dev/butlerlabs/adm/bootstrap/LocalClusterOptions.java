package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Options of a cluster of the provider local that is created without a bootstrap file. */
final class LocalClusterOptions {
    private static final List<Integer> CONTROL_PLANES = List.of(1, 3);
    private static final List<Integer> WORKERS =
            IntStream.rangeClosed(0, 10).boxed().toList();

    @Option(
            names = "--control-planes",
            paramLabel = "COUNT",
            description = "Number of control plane machines of a local cluster: 1 or 3 (default: 1).")
    private String controlPlanes;

    @Option(names = "--workers", paramLabel = "COUNT", description = "Number of workers.")
    private String workers;

    /**
     * Returns the built-in bootstrap file with these options.
     *
     * @param isUsed whether the command uses the built-in file: it is for the provider local and has no file
     * @return empty if the command uses another file
     * @throws ButlerException with every invalid option
     */
    Optional<LocalBootstrapFile> file(boolean isUsed) {
        List<InputProblem> problems = new ArrayList<>();
        Optional<LocalBootstrapFile> file = Optional.empty();
        if (isUsed) {
            int machines = number("--control-planes", controlPlanes, 1, CONTROL_PLANES, problems);
            file = Optional.of(new LocalBootstrapFile(machines, number("--workers", workers, 0, WORKERS, problems)));
        } else {
            checkUnused(problems);
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid options:", problems);
        }
        return file;
    }

    /** Reads a number; reports a value that is not accepted and returns the default instead. */
    private static int number(
            String option, String value, int byDefault, List<Integer> accepted, List<InputProblem> problems) {
        Optional<Integer> number = accepted.stream()
                .filter(one -> value != null && value.equals(String.valueOf(one)))
                .findFirst();
        if (value != null && number.isEmpty()) {
            problems.add(new InputProblem(
                    option,
                    "invalid value \"%s\"".formatted(value),
                    "must be one of " + accepted.stream().map(String::valueOf).collect(Collectors.joining(", "))));
        }
        return number.orElse(byDefault);
    }

    private void checkUnused(List<InputProblem> problems) {
        String message = "is only valid for bootstrap local without a file";
        String fix = "set the number of machines in the bootstrap file";
        if (controlPlanes != null) {
            problems.add(new InputProblem("--control-planes", message, fix));
        }
        if (workers != null) {
            problems.add(new InputProblem("--workers", message, fix));
        }
    }
}
