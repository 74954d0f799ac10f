package dev.butlerlabs.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Figures by name for a report and for people, with ratios to those of others. */
final class ProgramFigures {
    private final Map<String, Object> tree = new LinkedHashMap<>();

    ProgramFigures(String heading, Object value) {
        tree.put(heading, value);
    }

    void put(String name, double value) {
        tree.put(name, rounded(value));
    }

    /** Adds a figure divided by that of another, if it was measured. */
    void ratio(String name, ProgramFigures other, String otherName) {
        OptionalDouble divisor = other.value(name);
        OptionalDouble value = value(name);
        if (divisor.isPresent() && value.isPresent() && divisor.getAsDouble() > 0) {
            tree.put("%s / %s".formatted(name, otherName), rounded(value.getAsDouble() / divisor.getAsDouble()));
        }
    }

    OptionalDouble value(String name) {
        return tree.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    Map<String, Object> tree() {
        return tree;
    }

    /** Returns a line for each figure. */
    String text() {
        StringBuilder text = new StringBuilder();
        tree.forEach((name, value) -> text.append("  %-58s %s%n".formatted(name, value)));
        return text.toString();
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
