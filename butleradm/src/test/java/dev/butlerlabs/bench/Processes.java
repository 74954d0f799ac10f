package dev.butlerlabs.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What processes cost. */
final class Processes {
    private static final String RESIDENT = "VmRSS:";
    private static final String PEAK = "VmHWM:";

    private Processes() {}

    /** Resident mebibytes of a process, as the kernel counts them; 0 where it does not tell. */
    static double residentMiB(ProcessHandle process) {
        return mebibytes(process, RESIDENT);
    }

    /** The most resident mebibytes that a process had so far. */
    static double peakMiB(ProcessHandle process) {
        return mebibytes(process, PEAK);
    }

    private static double mebibytes(ProcessHandle process, String field) {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(field))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .sum();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Milliseconds of processor time spent so far: unlike the clock, not lengthened by what else the machine does. */
    static double processorMilliseconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    }

    /** Every process below this one whose program has one of the names. */
    static List<ProcessHandle> running(Set<String> programs) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .command()
                        .map(command -> Path.of(command).getFileName().toString())
                        .filter(programs::contains)
                        .isPresent())
                .toList();
    }
}
