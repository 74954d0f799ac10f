package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The web console with many tenant clusters and browsers, in a process of its own with the heap of the image: time of the list, and what open streams
 * cost at rest and while clusters change. Ends after about two minutes.
 */
public final class ConsoleBench {
    private static final int STREAMS = 200;
    private static final int CHANGES = 100;
    private static final Duration REST = Duration.ofSeconds(30);
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(200);
    private static final int RUNS = 15;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ConsoleBench() {}

    /**
     * Measures.
     *
     * @param arguments numbers of tenant clusters (1000), {@code --streams=N} (200), {@code --page=COMMAND} which measures the page in a browser, and
     *     {@code --json=FILE}
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BenchArguments options = new BenchArguments(List.of(arguments));
        List<Integer> sizes = options.numbers().isEmpty() ? List.of(1_000) : options.numbers();
        int streams = options.value("streams").map(Integer::valueOf).orElse(STREAMS);
        BenchReport report =
                BenchReport.of("console", sizes.stream().map(String::valueOf).toList());
        for (int size : sizes) {
            Map<String, Object> figures = measure(size, streams, options.value("page"));
            System.out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(figures));
            report.add(figures);
        }
        options.value("json").ifPresent(file -> report.write(Path.of(file)));
        // A Kubernetes client leaves a timer behind that nobody can stop.
        System.exit(0);
    }

    private static Map<String, Object> measure(int size, int streams, Optional<String> page)
            throws IOException, InterruptedException {
        try (Scratch scratch = Scratch.open();
                EmbeddedApiServer api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                KubernetesClient client =
                        new KubeConnector("bench").connect(Kubeconfig.parse(api.kubeconfig(), "bench"))) {
            Path kubeconfig = Files.writeString(scratch.folder().resolve("kubeconfig"), api.kubeconfig());
            ScaleTenants.createTeams(client);
            ListBench.create(client, 0, size);
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("tenants", size);
            try (ConsoleProcess console =
                    new ConsoleProcess(kubeconfig, scratch.folder().resolve("console.log"))) {
                String token = token(api);
                list(console, console.logIn(token), size, figures);
                if (page.isPresent()) {
                    page(page.get(), console, console.logIn(token), size, figures);
                }
                streams(console, token, streams, client, figures);
            }
            return figures;
        }
    }

    private static String token(EmbeddedApiServer api) {
        return UntypedTree.of(Kubeconfig.parse(api.kubeconfig(), "bench").tree())
                .items("users")
                .getFirst()
                .text("user.token")
                .orElseThrow();
    }

    private static void list(ConsoleProcess console, String cookie, int size, Map<String, Object> figures) {
        double[] first = Timing.each(0, 1, _ -> requireList(console, cookie, size));
        double before = console.processorSeconds();
        double[] next = Timing.each(0, RUNS, _ -> requireList(console, cookie, size));
        double spent = console.processorSeconds() - before;
        figures.put("list: data, first request, ms", rounded(first[0]));
        figures.put("list: data, median, ms", rounded(Timing.percentile(next, 50)));
        figures.put("list: processor time, ms", rounded(spent * 1000 / RUNS));
        figures.put(
                "overview: data, median, ms",
                rounded(Timing.percentile(Timing.each(0, RUNS, _ -> console.get("/api/overview", cookie)), 50)));
    }

    private static void requireList(ConsoleProcess console, String cookie, int size) {
        int listed = console.get("/api/clusters", cookie).path("items").size();
        if (listed != size) {
            throw new IllegalStateException("%d instead of %d tenant clusters".formatted(listed, size));
        }
    }

    /** The command prints the milliseconds of several loads of the page as a JSON list. */
    private static void page(
            String command, ConsoleProcess console, String cookie, int size, Map<String, Object> figures)
            throws IOException, InterruptedException {
        List<String> words = List.of(command.split(" "));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.directory(ProjectRoot.find().toFile());
        builder.environment().put("CONSOLE_URL", console.url().toString());
        builder.environment().put("CONSOLE_COOKIE", cookie);
        builder.environment().put("CONSOLE_ROWS", Integer.toString(size));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException("The page could not be measured: " + output);
        }
        JsonNode millis = JSON.readTree(output);
        double[] values = new double[millis.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = millis.get(i).asDouble();
        }
        figures.put("list: page with all rows, median, ms", rounded(Timing.percentile(values, 50)));
    }

    private static void streams(
            ConsoleProcess console, String token, int streams, KubernetesClient client, Map<String, Object> figures)
            throws IOException, InterruptedException {
        figures.put("memory before the streams, MiB", rounded(console.residentMiB()));
        try (StreamReaders readers = new StreamReaders()) {
            for (int i = 0; i < streams; i++) {
                readers.add(console.stream("clusters,overview", console.logIn(token)));
            }
            readers.awaitOpen();
            figures.put("streams", streams);
            rest(console, figures);
            change(console, readers, client, figures);
        }
        figures.put("memory with all streams after the changes, MiB", rounded(console.residentMiB()));
        figures.put("peak memory, MiB", rounded(console.peakMiB()));
    }

    private static void rest(ConsoleProcess console, Map<String, Object> figures) throws InterruptedException {
        // What the logins left to do, such as compiling, is no part of the rest.
        Thread.sleep(Duration.ofSeconds(5));
        double before = console.processorSeconds();
        Thread.sleep(REST);
        figures.put(
                "rest: processor time, ms per second",
                rounded((console.processorSeconds() - before) * 1000 / REST.toSeconds()));
        figures.put("rest: memory with all streams, MiB", rounded(console.residentMiB()));
    }

    /** Each change is sent to every stream; the time is that until the last one has it. The overview announces at most one change per second. */
    private static void change(
            ConsoleProcess console, StreamReaders readers, KubernetesClient client, Map<String, Object> figures)
            throws InterruptedException {
        double[] latencies = new double[CHANGES];
        double before = console.processorSeconds();
        long start = System.nanoTime();
        for (int i = 0; i < CHANGES; i++) {
            int arrived = readers.changes();
            long sent = System.nanoTime();
            patch(client, i);
            readers.awaitChanges(arrived + readers.size());
            latencies[i] = (readers.lastArrival() - sent) / 1e6;
            Thread.sleep(BETWEEN_CHANGES);
        }
        double seconds = Timing.since(start).toMillis() / 1000.0;
        double spent = console.processorSeconds() - before;
        figures.put("changes: until the last stream has it, median, ms", rounded(Timing.percentile(latencies, 50)));
        figures.put("changes: until the last stream has it, 95 %, ms", rounded(Timing.percentile(latencies, 95)));
        figures.put("changes: processor time per change, ms", rounded(spent * 1000 / CHANGES));
        figures.put("changes: changes per second", rounded(CHANGES / seconds));
    }

    private static void patch(KubernetesClient client, int number) {
        client.resources(TenantCluster.class)
                .inNamespace("team-" + number % 10)
                .withName("tenant-" + number)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"workers\":{\"replicas\":5}}}");
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
