package dev.butlerlabs.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** How much memory processes occupy. */
final class Memory {
    private static final String RESIDENT = "VmRSS:";

    private Memory() {}

    /** Resident mebibytes of a process, as the kernel counts them; 0 where it does not tell. */
    static double residentMiB(ProcessHandle process) {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(RESIDENT))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .sum();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Resident mebibytes of every process below this one whose program has one of the names. */
    static double residentMiBOf(Set<String> programs) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .command()
                        .filter(command ->
                                programs.contains(Path.of(command).getFileName().toString()))
                        .isPresent())
                .mapToDouble(Memory::residentMiB)
                .sum();
    }
}
