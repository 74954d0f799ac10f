package dev.butlerlabs.sim.fault;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fault to inject, specified as {@code operation:kind@target*times}, such as {@code create:lost-response@cp-1} or
 * {@code any:throttle*5}.
 *
 * @param operation operation to fail; empty for any
 * @param target suffix of the object names to fail for; empty for any
 * @param times number of times the fault occurs
 */
public record FaultSpec(Optional<SimulatedOperation> operation, FaultKind kind, Optional<String> target, int times) {
    private static final Pattern FORM =
            Pattern.compile("(?<operation>[a-z]+):(?<kind>[a-z-]+)(@(?<target>[^*]+))?(\\*(?<times>[0-9]{1,6}))?");

    public FaultSpec {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(target, "target");
        if (times < 1) {
            throw new IllegalArgumentException("a fault must occur at least once");
        }
    }

    /** Returns a fault that occurs once, for any object. */
    public static FaultSpec once(SimulatedOperation operation, FaultKind kind) {
        return new FaultSpec(Optional.of(operation), kind, Optional.empty(), 1);
    }

    /**
     * Parses a fault specification.
     *
     * @throws IllegalArgumentException if it is invalid, with the reason
     */
    public static FaultSpec parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "invalid fault \"%s\": use operation:kind, operation:kind@machine or operation:kind*times"
                            .formatted(text));
        }
        return new FaultSpec(
                operation(form.group("operation")),
                kind(form.group("kind")),
                Optional.ofNullable(form.group("target")),
                Optional.ofNullable(form.group("times")).map(Integer::parseInt).orElse(1));
    }

    private static Optional<SimulatedOperation> operation(String word) {
        if ("any".equals(word)) {
            return Optional.empty();
        }
        return Optional.of(SimulatedOperation.find(word)
                .orElseThrow(() -> new IllegalArgumentException("invalid operation \"%s\": must be one of any, %s"
                        .formatted(
                                word,
                                words(Arrays.stream(SimulatedOperation.values()).map(SimulatedOperation::word))))));
    }

    private static FaultKind kind(String word) {
        return FaultKind.find(word)
                .orElseThrow(() -> new IllegalArgumentException("invalid fault \"%s\": must be one of %s"
                        .formatted(word, words(Arrays.stream(FaultKind.values()).map(FaultKind::word)))));
    }

    private static String words(java.util.stream.Stream<String> words) {
        return words.collect(Collectors.joining(", "));
    }

    boolean concerns(SimulatedOperation asked, String about) {
        return operation.map(asked::equals).orElse(true)
                && target.map(about::endsWith).orElse(true);
    }
}
