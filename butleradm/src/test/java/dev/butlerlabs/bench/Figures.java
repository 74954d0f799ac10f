package dev.butlerlabs.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What was measured on one server, by name. */
final class Figures {
    /** @param more whether a larger value is the better one */
    record Figure(double value, String unit, boolean more) {
        @Override
        public String toString() {
            return (value >= 100 ? "%,.0f %s" : "%,.2f %s").formatted(value, unit);
        }

        /** How many times better than another. */
        double over(Figure other) {
            return more ? value / other.value : other.value / value;
        }
    }

    private final Map<String, Figure> figures = new LinkedHashMap<>();

    void more(String name, double value, String unit) {
        figures.put(name, new Figure(value, unit, true));
    }

    void less(String name, double value, String unit) {
        figures.put(name, new Figure(value, unit, false));
    }

    void less(String name, Duration value) {
        less(name, (double) value.toMillis(), "ms");
    }

    /** The figures for a report, with the name of the server. */
    Map<String, Object> tree(String server) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("api", server);
        figures.forEach((name, figure) ->
                tree.put("%s, %s".formatted(name.strip(), figure.unit()), Math.round(figure.value() * 100) / 100.0));
        return tree;
    }

    /** A table of both, with how many times better the first is. */
    static String compare(Figures first, Figures second) {
        StringBuilder table = new StringBuilder();
        table.append("%-44s %16s %16s %10s%n".formatted("", "embedded", "kube-apiserver", "ratio"));
        first.figures.forEach((name, figure) -> {
            Optional<Figure> other = Optional.ofNullable(second.figures.get(name));
            table.append("%-44s %16s %16s %10s%n"
                    .formatted(
                            name,
                            figure,
                            other.map(Figure::toString).orElse("-"),
                            other.map(value -> "%.2fx".formatted(figure.over(value)))
                                    .orElse("-")));
        });
        return table.toString();
    }
}
