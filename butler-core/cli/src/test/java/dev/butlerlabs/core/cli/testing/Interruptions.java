package dev.butlerlabs.core.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a shell starts in the background ignores interruptions, and so does all that is started from there. */
public final class Interruptions {
    private static final Path SIGNALS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final long INTERRUPTION = 1L << 1;

    private Interruptions() {}

    /** The words for a process that hears interruptions in any case. */
    public static List<String> heardBy(List<String> words) {
        return areIgnoredHere()
                ? Stream.concat(Stream.of("env", "--default-signal=INT"), words.stream())
                        .toList()
                : words;
    }

    private static boolean areIgnoredHere() {
        if (!Files.exists(SIGNALS)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(SIGNALS)) {
            return lines.filter(line -> line.startsWith(IGNORED))
                    .map(line -> line.substring(IGNORED.length()).strip())
                    .anyMatch(signals -> (Long.parseUnsignedLong(signals, 16) & INTERRUPTION) != 0);
        } catch (IOException e) {
            return false;
        }
    }
}
