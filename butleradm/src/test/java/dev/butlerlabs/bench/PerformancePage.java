package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Renders docs/performance.md from the results of benchmarks in docs/performance, so that no figure is copied by hand. */
public final class PerformancePage {
    static final Path FILE = Path.of("docs/performance.md");
    static final Path RESULTS = Path.of("docs/performance");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COST = "create: processor time per tenant";
    private static final String GROWTH = COST + " / that with the fewest";
    private static final String MEMORY = "peak resident per tenant, MiB";
    private static final List<Claim> CLAIMS = List.of(
            new Claim(
                    "scale-embedded",
                    "Tenant clusters on the embedded API",
                    "Tenant clusters with two workers are created at once. Cluster API and the control planes are simulated, addons are off. The controllers run in a "
                            + "process of their own; its processor time and requests are listed, without the lease. The time includes the API and the simulation, which share the machine.",
                    List.of("api", "tenants"),
                    Map.of(
                            "create: time",
                            60.0,
                            COST,
                            80.0,
                            "create: writes per tenant",
                            25.0,
                            "rest: writes",
                            0.0,
                            "restart: writes",
                            0.0,
                            GROWTH,
                            1.15,
                            MEMORY,
                            1.0)),
            new Claim(
                    "scale-real",
                    "Tenant clusters on kube-apiserver and etcd",
                    "The same with a kube-apiserver, its controllers for namespaces and garbage, and etcd.",
                    List.of("api", "tenants"),
                    Map.of(
                            "create: writes per tenant",
                            25.0,
                            "rest: writes",
                            0.0,
                            "restart: writes",
                            0.0,
                            GROWTH,
                            1.15,
                            MEMORY,
                            1.0)),
            new Claim(
                    "shards",
                    "Tenant clusters in shards",
                    "The tenant clusters are created with one process of the controllers, and with two that share shards. On a machine whose cores everything shares, the "
                            + "requests of the busier process show how far two machines would get.",
                    List.of("processes"),
                    Map.of()),
            new Claim(
                    "startup",
                    "Start of the programs",
                    "Medians of 50 starts in turns: the version, the help, a wrong command, an invalid file, and a list of ten clusters from the embedded API. The "
                            + "peers list with their own command.",
                    List.of("program"),
                    Map.ofEntries(
                            Map.entry("version, ms / kubectl", 0.25),
                            Map.entry("help, ms / kubectl", 0.25),
                            Map.entry("misuse, ms / kubectl", 0.25),
                            Map.entry("version, ms / docker", 1.0),
                            Map.entry("help, ms / docker", 1.0),
                            Map.entry("misuse, ms / docker", 1.0))),
            new Claim(
                    "list",
                    "Lists of tenant clusters",
                    "Medians. The objects have a status and managedFields. The API is the embedded one.",
                    List.of("objects"),
                    Map.of(
                            "butlerctl / kubectl, ms",
                            0.8,
                            "butlerctl / kubectl: peak memory, MB",
                            1.0,
                            "butlerctl on Java, ms",
                            700.0)),
            new Claim(
                    "secrets",
                    "Secrets of a cluster",
                    "`butleradm talos secrets` generates all keys and certificates of a cluster, among them an RSA key of 4096 bits; OpenSSL generates such a key.",
                    List.of("program"),
                    Map.of("mean, ms / OpenSSL", 1.2)),
            new Claim(
                    "rehearse",
                    "Rehearsals",
                    "Control plane nodes + workers. Infrastructure, Talos and Kubernetes of all machines are simulated in the process.",
                    List.of("program"),
                    Map.of(
                            "1+0: ready, s", 3.0,
                            "3+2: ready, s", 5.0,
                            "5+50: ready, s", 12.0,
                            "3+2: peak memory, MB", 300.0,
                            "3+2 kept: processor use at rest, % of a core", 1.0)),
            new Claim(
                    "start",
                    "Start of the engine",
                    "Until the engine prints its address, from which on it answers; until etcd and kube-apiserver are ready.",
                    List.of("program"),
                    Map.of("median, ms", 150.0, "median, ms / etcd and kube-apiserver", 0.2)),
            new Claim(
                    "kind",
                    "Start of the engine on KIND",
                    "In turns, with the same node image on the same container engine.",
                    List.of("program"),
                    Map.of("KIND engine until the API answers / kind create cluster", 0.95)),
            new Claim(
                    "console",
                    "Web console",
                    "The server runs in a process of its own, in front of the embedded API. Each stream is one browser; one change reaches all of them. The page is "
                            + "measured in Chromium, from the request until all rows are shown.",
                    List.of("tenants"),
                    Map.of(
                            "list: data, median, ms", 1_500.0,
                            "list: page with all rows, median, ms", 1_500.0,
                            "changes: until the last stream has it, 95 %, ms", 1_000.0)),
            new Claim(
                    "embedded",
                    "Embedded API compared with kube-apiserver and etcd",
                    "Both write to disk before they answer.",
                    List.of("api"),
                    Map.of()));

    private PerformancePage() {}

    /**
     * One table.
     *
     * @param file the name of the file with the results; there can be others with this name, a hyphen and more
     * @param heading the figures that name a column
     * @param goals upper limits of figures
     */
    private record Claim(String file, String title, String text, List<String> heading, Map<String, Double> goals) {}

    /** Writes the page. */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(
                ProjectRoot.find().resolve(FILE), render(ProjectRoot.find().resolve(RESULTS)));
    }

    /** Renders the tables of all claims whose results exist. */
    static String render(Path results) throws IOException {
        StringBuilder page = new StringBuilder("""
                # Performance

                This page is generated by `scripts/bench page` from the results in `docs/performance`. To measure again, run the command of a table with
                `--json=FILE`, replace the file and generate the page. A goal is an upper limit; the ratio is the last column of figures divided by it.
                The Kubernetes client of Butler has no rate limit; it sends up to 128 requests at once. A table with several commands is from several runs, between
                which the speed of the machine can differ.
                """);
        for (Claim claim : CLAIMS) {
            List<JsonNode> reports = reports(claim, results);
            if (!reports.isEmpty()) {
                page.append(section(claim, reports));
            }
        }
        return page.toString();
    }

    private static List<JsonNode> reports(Claim claim, Path folder) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(claim.file()) + "(-.+)?\\.json");
        try (Stream<Path> files = Files.list(folder)) {
            List<JsonNode> reports = new ArrayList<>();
            for (Path file : files.filter(
                            file -> name.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList()) {
                reports.add(JSON.readTree(file.toFile()));
            }
            reports.sort(Comparator.comparingInt(
                    report -> report.at("/results/0/tenants").asInt()));
            return reports;
        }
    }

    private static String section(Claim claim, List<JsonNode> reports) {
        List<JsonNode> results = reports.stream()
                .flatMap(report -> StreamSupport.stream(report.path("results").spliterator(), false))
                .toList();
        addDerived(results);
        StringBuilder text = new StringBuilder("%n## %s%n%n%s%n%n".formatted(claim.title(), claim.text()));
        reports.forEach(report -> text.append(run(report)));
        text.append(table(claim, results));
        results.getLast().properties().stream()
                .filter(figure -> figure.getValue().isObject())
                .forEach(figure -> text.append(requests(figure.getKey(), figure.getValue())));
        return text.toString();
    }

    private static String run(JsonNode report) {
        return "`%s`, %s, %s, load of the machine at the start: %s%s.%n%n"
                .formatted(
                        report.path("command").asText(),
                        report.path("date").asText(),
                        report.path("machine").asText(),
                        report.path("load").asText(),
                        Optional.ofNullable(report.get("controllers"))
                                .map(kind -> ", controllers on " + kind.asText())
                                .orElse(""));
    }

    /** Adds to the results with tenants their memory per tenant, and how their processor time grows. */
    private static void addDerived(List<JsonNode> results) {
        List<ObjectNode> tenants = results.stream()
                .filter(result -> result.has("tenants") && result.has("peak resident"))
                .map(ObjectNode.class::cast)
                .toList();
        tenants.forEach(result -> result.put(
                MEMORY,
                result.path("peak resident").asDouble() / result.path("tenants").asDouble()));
        tenants.stream()
                .skip(1)
                .forEach(result -> result.put(
                        GROWTH,
                        result.path(COST).asDouble()
                                / tenants.getFirst().path(COST).asDouble()));
    }

    private static String table(Claim claim, List<JsonNode> results) {
        boolean hasGoals = !claim.goals().isEmpty();
        List<String> rows = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of(""));
        results.forEach(result -> heading.add(
                claim.heading().stream().map(name -> result.path(name).asText()).collect(Collectors.joining(", "))));
        if (hasGoals) {
            heading.addAll(List.of("goal", "ratio"));
        }
        rows.add(row(heading));
        rows.add("|---".repeat(heading.size()) + "|");
        for (String figure : figures(claim, results)) {
            List<String> cells = new ArrayList<>(List.of(figure));
            results.forEach(result -> cells.add(number(figure, result.path(figure))));
            if (hasGoals) {
                cells.addAll(goal(
                        Optional.ofNullable(claim.goals().get(figure)),
                        results.getLast().path(figure)));
            }
            rows.add(row(cells));
        }
        return String.join("\n", rows) + "\n";
    }

    private static Set<String> figures(Claim claim, List<JsonNode> results) {
        Set<String> names = new LinkedHashSet<>();
        results.forEach(result -> result.properties().stream()
                .filter(figure -> figure.getValue().isNumber())
                .filter(figure -> !claim.heading().contains(figure.getKey()))
                .forEach(figure -> names.add(figure.getKey())));
        return names;
    }

    private static List<String> goal(Optional<Double> goal, JsonNode value) {
        return goal.map(limit -> List.of(number(limit), limit == 0 ? "" : "%.2f".formatted(value.asDouble() / limit)))
                .orElse(List.of("", ""));
    }

    /** Ratios are small, so they have two decimals. */
    private static String number(String figure, JsonNode value) {
        if (!value.isNumber()) {
            return "";
        }
        return figure.contains(" / ") ? "%.2f".formatted(value.asDouble()) : number(value.asDouble());
    }

    private static String number(double value) {
        return value == Math.rint(value) ? "%.0f".formatted(value) : (value < 2 ? "%.2f" : "%.1f").formatted(value);
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** The requests that are sent at least once for every second object. */
    private static String requests(String name, JsonNode counts) {
        String listed = counts.properties().stream()
                .filter(count -> count.getValue().asDouble() >= 0.5)
                .map(count -> String.format(
                        Locale.ROOT, "%s %.1f", count.getKey(), count.getValue().asDouble()))
                .collect(Collectors.joining(", "));
        return listed.isEmpty() ? "" : "%n%s: %s.%n".formatted(name, listed);
    }
}
