package dev.butlerlabs.sim.fault;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One fault on order, written {@code operation:kind@target*times}, such as {@code create:lost-response@cp-1} or {@code any:throttle*5}.
 *
 * @param operation which requests; any when empty
 * @param target only about things whose name ends so; any when empty
 * @param times how often it happens before it is used up
 */
public record FaultOrder(Optional<Operation> operation, FaultKind kind, Optional<String> target, int times) {
    private static final Pattern FORM =
            Pattern.compile("(?<operation>[a-z]+):(?<kind>[a-z-]+)(@(?<target>[^*]+))?(\\*(?<times>[0-9]{1,6}))?");

    public FaultOrder {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(target, "target");
        if (times < 1) {
            throw new IllegalArgumentException("a fault happens at least once");
        }
    }

    public static FaultOrder once(Operation operation, FaultKind kind) {
        return new FaultOrder(Optional.of(operation), kind, Optional.empty(), 1);
    }

    /** Reads an order; says what is wrong with it in an {@link IllegalArgumentException}. */
    public static FaultOrder parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "%s is not a fault; write operation:kind, operation:kind@machine or operation:kind*times"
                            .formatted(text));
        }
        return new FaultOrder(
                operation(form.group("operation")),
                kind(form.group("kind")),
                Optional.ofNullable(form.group("target")),
                Optional.ofNullable(form.group("times")).map(Integer::parseInt).orElse(1));
    }

    private static Optional<Operation> operation(String word) {
        if ("any".equals(word)) {
            return Optional.empty();
        }
        return Optional.of(Operation.find(word)
                .orElseThrow(() -> new IllegalArgumentException("%s is not an operation; there are any, %s"
                        .formatted(word, words(Arrays.stream(Operation.values()).map(Operation::word))))));
    }

    private static FaultKind kind(String word) {
        return FaultKind.find(word)
                .orElseThrow(() -> new IllegalArgumentException("%s is not a kind of fault; there are %s"
                        .formatted(word, words(Arrays.stream(FaultKind.values()).map(FaultKind::word)))));
    }

    private static String words(java.util.stream.Stream<String> words) {
        return words.collect(Collectors.joining(", "));
    }

    boolean concerns(Operation asked, String about) {
        return operation.map(asked::equals).orElse(true)
                && target.map(about::endsWith).orElse(true);
    }
}
