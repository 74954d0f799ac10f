package dev.butlerlabs.core.config;

import java.util.Comparator;
import java.util.Objects;

/**
 * The position of a value in a file.
 *
 * @param line counted from one; zero if the value was not read from a text
 */
public record SourcePosition(String source, int line, int column) implements Comparable<SourcePosition> {
    /** The position of values that were not read from a text, such as the fields of a resource. */
    public static final SourcePosition NOWHERE = new SourcePosition("", 0, 0);

    private static final Comparator<SourcePosition> ORDER =
            Comparator.comparingInt(SourcePosition::line).thenComparingInt(SourcePosition::column);

    public SourcePosition {
        Objects.requireNonNull(source, "source");
    }

    public boolean isKnown() {
        return line > 0;
    }

    @Override
    public int compareTo(SourcePosition other) {
        return ORDER.compare(this, other);
    }

    /** Returns text such as {@code bootstrap.yaml:12:5}. */
    @Override
    public String toString() {
        return isKnown() ? "%s:%d:%d".formatted(source, line, column) : source;
    }
}
