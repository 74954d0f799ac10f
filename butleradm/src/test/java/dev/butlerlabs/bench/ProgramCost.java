package dev.butlerlabs.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What a program costs that ends soon. */
final class ProgramCost {
    private static final Path METER = Path.of("/usr/bin/time");

    private ProgramCost() {}

    /** Runs a program without showing its output, and returns the time until it ends. */
    static double milliseconds(List<String> words) {
        return Timing.milliseconds(() -> run(words));
    }

    /** Returns the highest resident memory in MB; empty if nothing on this machine measures it. */
    static OptionalDouble peakMegabytes(List<String> words) {
        return metered("%M", words).stream()
                .map(kilobytes -> kilobytes * 1024 / 1e6)
                .findFirst();
    }

    /** Returns the processor time in milliseconds, with that of all processes which the program starts and waits for. */
    static OptionalDouble processorMilliseconds(List<String> words) {
        return metered("%U %S", words).stream().map(seconds -> seconds * 1000).findFirst();
    }

    /** Returns the sum of the fields that the meter prints. */
    private static OptionalDouble metered(String fields, List<String> words) {
        if (!Files.isExecutable(METER)) {
            return OptionalDouble.empty();
        }
        try (Scratch scratch = Scratch.open()) {
            Path figures = scratch.folder().resolve("figures");
            List<String> metered =
                    new ArrayList<>(List.of(METER.toString(), "-q", "-f", fields, "-o", figures.toString()));
            metered.addAll(words);
            run(metered);
            return OptionalDouble.of(List.of(Files.readString(figures).strip().split(" ")).stream()
                    .mapToDouble(Double::parseDouble)
                    .sum());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(List<String> words) {
        try {
            new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
