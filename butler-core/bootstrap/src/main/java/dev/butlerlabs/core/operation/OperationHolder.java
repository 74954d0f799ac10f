package dev.butlerlabs.core.operation;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that holds the lock of a management cluster, as recorded in its Lease. Immutable.
 *
 * @param operation what the process does, such as {@code node add}
 * @param since when the process started the operation, by its own clock
 * @param nonce distinguishes operations that one process started at the same time
 */
record OperationHolder(String operation, long pid, String host, Instant since, String nonce) {
    private static final Pattern IDENTITY =
            Pattern.compile("(.+) by process (\\d+) on host (\\S+) since (\\S+) \\(([0-9a-f]+)\\)");

    OperationHolder {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(nonce, "nonce");
    }

    /** Returns this process. */
    static OperationHolder current(String operation, InstantSource clock) {
        return new OperationHolder(
                operation,
                ProcessHandle.current().pid(),
                HostName.read(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
    }

    /** Returns the holder with this {@link #identity}; empty if another program wrote it. */
    static Optional<OperationHolder> parse(String identity) {
        Matcher matcher = IDENTITY.matcher(identity);
        return matcher.matches()
                ? Optional.of(new OperationHolder(
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        matcher.group(3),
                        Instant.parse(matcher.group(4)),
                        matcher.group(5)))
                : Optional.empty();
    }

    /** Returns a unique text that people can read as well, for example in {@code kubectl get lease}. */
    String identity() {
        return "%s (%s)".formatted(text(), nonce);
    }

    String text() {
        return "%s by process %d on host %s since %s".formatted(operation, pid, host, since);
    }
}
