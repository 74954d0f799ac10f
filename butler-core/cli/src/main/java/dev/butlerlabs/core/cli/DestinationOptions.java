package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the destination and format of secrets and configurations. A value that is not a format is a path. */
public final class DestinationOptions implements OutputChoice {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            description = "Path to write to, or output format: yaml or json; repeatable to set both.")
    private List<String> outputs = List.of();

    @Option(names = "--force", description = "Overwrite existing files.")
    private boolean force;

    /** Returns whether existing files may be overwritten. */
    public boolean isForced() {
        return force;
    }

    @Override
    public OutputFormat format() {
        return outputs.stream()
                .flatMap(word -> formatOf(word).stream())
                .reduce((first, last) -> last)
                .orElse(OutputFormat.TABLE);
    }

    public Optional<Path> path() {
        return outputs.stream()
                .filter(word -> formatOf(word).isEmpty())
                .reduce((first, last) -> last)
                .map(Path::of);
    }

    private static Optional<OutputFormat> formatOf(String word) {
        return Arrays.stream(OutputFormat.values())
                .filter(format -> format != OutputFormat.TEMPLATE)
                .filter(format -> format.toString().equalsIgnoreCase(word))
                .findFirst();
    }

    /**
     * Checks all files before any is written.
     *
     * @throws ButlerException if a file exists and {@code --force} is not given
     */
    public void checkFree(Collection<Path> files) {
        List<Path> taken =
                force ? List.of() : files.stream().filter(Files::exists).toList();
        if (!taken.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    taken.size() == 1
                            ? "%s already exists.".formatted(taken.getFirst())
                            : "%s and %d more files already exist.".formatted(taken.getFirst(), taken.size() - 1),
                    "Choose another path with --output, or pass --force to overwrite.");
        }
    }

    /** Writes a file that only its owner can read. */
    public static void write(Path file, String text) {
        AtomicFile.write(file, text);
    }
}
