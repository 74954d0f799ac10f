package dev.butlerlabs.bench;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics in the Prometheus text format. */
record MetricsText(String text) {
    private static final Pattern LIMIT = Pattern.compile("le=\"([^\"]+)\"");

    /** Returns the sum of all series of a metric; 0 if there is none. */
    double value(String name) {
        return value(name, "");
    }

    /** Returns the sum of the series of a metric whose labels contain a text. */
    double value(String name, String label) {
        return text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .filter(line -> line.contains(label))
                .mapToDouble(MetricsText::number)
                .sum();
    }

    /** Returns a percentile of a histogram in milliseconds, interpolated within its bucket as Prometheus does. */
    double percentileMillis(String histogram, String label, double percentile) {
        Map<Double, Double> buckets = buckets(histogram, label);
        double total = buckets.getOrDefault(Double.POSITIVE_INFINITY, 0.0);
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : buckets.entrySet()) {
            if (bucket.getValue() >= total * percentile / 100 && bucket.getValue() > below) {
                double upper = bucket.getKey().isInfinite() ? lower : bucket.getKey();
                double share = (total * percentile / 100 - below) / (bucket.getValue() - below);
                return (lower + (upper - lower) * share) * 1000;
            }
            lower = bucket.getKey();
            below = bucket.getValue();
        }
        return 0;
    }

    private Map<Double, Double> buckets(String histogram, String label) {
        Map<Double, Double> buckets = new TreeMap<>();
        text.lines()
                .filter(line -> line.startsWith(histogram + "_bucket{") && line.contains(label))
                .forEach(line -> {
                    Matcher limit = LIMIT.matcher(line);
                    if (limit.find()) {
                        buckets.merge(
                                limit.group(1).equals("+Inf")
                                        ? Double.POSITIVE_INFINITY
                                        : Double.parseDouble(limit.group(1)),
                                number(line),
                                Double::sum);
                    }
                });
        return buckets;
    }

    private static double number(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }
}
