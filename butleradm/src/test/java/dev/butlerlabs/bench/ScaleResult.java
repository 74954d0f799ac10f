package dev.butlerlabs.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of one run of the scale benchmark, for people and as a tree for JSON. */
final class ScaleResult {
    private final String api;
    private final int tenants;
    private final Map<String, String> lines = new LinkedHashMap<>();
    private final Map<String, Object> figures = new LinkedHashMap<>();

    ScaleResult(String api, int tenants) {
        this.api = api;
        this.tenants = tenants;
        figures.put("api", api);
        figures.put("tenants", tenants);
    }

    void value(String name, double value, String unit) {
        figures.put(name, rounded(value));
        lines.put(name, "%,.1f %s".formatted(value, unit));
    }

    void time(String name, Duration time) {
        value(name, time.toMillis() / 1000.0, "s");
    }

    void millis(String name, double[] values) {
        for (int percentile : List.of(50, 95, 99)) {
            value("%s p%d".formatted(name, percentile), Timing.percentile(values, percentile), "ms");
        }
    }

    void phase(String name, ScalePhase.Cost cost) {
        double seconds = cost.time().toMillis() / 1000.0;
        value(name + ": time", seconds, "s");
        value(name + ": load of the machine", cost.load(), "");
        value(
                name + ": processor time of simulation and benchmark per tenant",
                cost.ownSeconds() * 1000 / tenants,
                "ms");
        requests(name, cost.requests(), cost.processorSeconds());
        if (name.equals("rest")) {
            value(
                    "rest: requests per second",
                    (cost.requests().reads() + cost.requests().writes()) / seconds,
                    "");
            value("rest: processor use", cost.processorSeconds() * 100 / seconds, "% of a core");
        }
    }

    void requests(String name, RequestCounts.Snapshot requests, double processorSeconds) {
        value(name + ": processor time per tenant", processorSeconds * 1000 / tenants, "ms");
        value(name + ": writes", (double) requests.writes(), "");
        value(name + ": writes per tenant", (double) requests.writes() / tenants, "");
        value(name + ": reads per tenant", (double) requests.reads() / tenants, "");
        Map<String, Double> perTenant = new TreeMap<>();
        requests.byRequest().forEach((request, count) -> perTenant.put(request, rounded((double) count / tenants)));
        figures.put(name + ": requests per tenant", perTenant);
        StringBuilder table = new StringBuilder();
        perTenant.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .filter(entry -> entry.getValue() >= 0.05)
                .forEach(entry -> table.append("%n    %6.2f  %s".formatted(entry.getValue(), entry.getKey())));
        lines.put(name + ": requests per tenant", table.toString());
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    Map<String, Object> figures() {
        return figures;
    }

    String text() {
        StringBuilder text = new StringBuilder("%s, %d tenant clusters%n".formatted(api, tenants));
        lines.forEach((name, line) -> text.append("  %-58s %s%n".formatted(name, line)));
        return text.toString();
    }

    /** How processor time and time grow with the number of tenant clusters: 1 is proportional. Empty for one size. */
    static String growth(List<ScaleResult> results) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < results.size(); i++) {
            ScaleResult before = results.get(i - 1);
            ScaleResult after = results.get(i);
            if (before.api.equals(after.api) && before.tenants != after.tenants) {
                text.append("%s, %d to %d tenant clusters: time grows with exponent %.2f, processor time with %.2f%n"
                        .formatted(
                                after.api,
                                before.tenants,
                                after.tenants,
                                exponent(before, after, "create: time", 0),
                                exponent(before, after, "create: processor time per tenant", 1)));
            }
        }
        return text.toString();
    }

    private static double exponent(ScaleResult before, ScaleResult after, String figure, int added) {
        double ratio = (double) after.figures.get(figure) / (double) before.figures.get(figure);
        return Math.log(ratio) / Math.log((double) after.tenants / before.tenants) + added;
    }
}
