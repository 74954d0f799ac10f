package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.PagedList;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.fields.FieldLister;
import dev.butlerlabs.core.kube.fields.FieldPaths;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Lists of many TenantClusters with status and managedFields: programs in alternating runs, and reading them in this process. */
public final class ListBench {
    private static final List<Integer> USUAL = List.of(10, 400, 2_000);
    private static final int RUNS = 5;
    private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
    private static final FieldPaths FIELDS = FieldPaths.of(List.of(
            "metadata.namespace",
            "metadata.name",
            "metadata.creationTimestamp",
            "metadata.deletionTimestamp",
            "spec.kubernetesVersion",
            "spec.workers.replicas",
            "spec.managementPolicy.mode",
            "status.phase",
            "status.observedState.workers.ready"));

    private ListBench() {}

    /**
     * Measures.
     *
     * @param arguments numbers of objects, {@code --json=FILE}, and programs as {@code --program.NAME=COMMAND} with a blank between words; {@code
     *     {kubeconfig}} stands for the kubeconfig
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BenchArguments options = new BenchArguments(List.of(arguments));
        List<Integer> sizes = options.numbers().isEmpty() ? USUAL : options.numbers();
        Map<String, String> programs = programs(options);
        BenchReport report =
                BenchReport.of("list", sizes.stream().map(String::valueOf).toList());
        try (Scratch scratch = Scratch.open();
                EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                KubernetesClient client =
                        new KubeConnector("bench").connect(Kubeconfig.parse(server.kubeconfig(), "bench"))) {
            Path kubeconfig = Files.writeString(scratch.folder().resolve("kubeconfig"), server.kubeconfig());
            ScaleTenants.createTeams(client);
            int present = 0;
            for (int size : sizes.stream().sorted().toList()) {
                create(client, present, size);
                present = size;
                Map<String, Object> figures = new LinkedHashMap<>();
                figures.put("objects", size);
                inProcess(client, size, figures);
                programs.forEach((name, command) ->
                        measure(name, command.replace("{kubeconfig}", kubeconfig.toString()), size, figures));
                memory(programs, kubeconfig, figures);
                compare(figures);
                System.out.println(figures);
                report.add(figures);
            }
        }
        options.value("json").ifPresent(file -> report.write(Path.of(file)));
        // A Kubernetes client leaves a timer behind that nobody can stop.
        System.exit(0);
    }

    private static Map<String, String> programs(BenchArguments options) {
        Map<String, String> programs = new TreeMap<>();
        options.words().stream()
                .filter(word -> word.startsWith("--program."))
                .map(word -> word.substring("--program.".length()).split("=", 2))
                .forEach(words -> programs.put(words[0], words[1]));
        return programs;
    }

    /** Creates tenant clusters with a status and managedFields in the namespaces of ten teams. */
    static void create(KubernetesClient client, int from, int to) {
        Timing.rate(from, to, 4, number -> {
            TenantCluster cluster = client.getKubernetesSerialization()
                    .unmarshal("""
                            apiVersion: butler.butlerlabs.dev/v1alpha1
                            kind: TenantCluster
                            metadata: {name: tenant-%d, namespace: team-%d}
                            spec:
                              kubernetesVersion: v1.31.4
                              providerConfigRef: {name: harvester, namespace: butler-system}
                              workers: {replicas: 2}
                            """.formatted(number, number % 10), TenantCluster.class);
            ServerSideApply.asButlerForced().apply(client, cluster);
            client.resource(client.getKubernetesSerialization()
                            .unmarshal("""
                                    apiVersion: butler.butlerlabs.dev/v1alpha1
                                    kind: TenantCluster
                                    metadata: {name: tenant-%d, namespace: team-%d}
                                    spec: {kubernetesVersion: v1.31.4, workers: {replicas: 2}}
                                    status:
                                      phase: Ready
                                      observedGeneration: 1
                                      tenantNamespace: tenant-%d-0a1b2c3d
                                      conditions: [%s]
                                    """.formatted(number, number % 10, number, conditions()), TenantCluster.class))
                    .patchStatus();
        });
    }

    private static String conditions() {
        return String.join(
                ", ",
                Arrays.stream(
                                "Ready Progressing Degraded NetworkReady NamespaceReady InfrastructureReady ControlPlaneReady WorkersReady"
                                        .split(" "))
                        .map(type ->
                                "{type: %s, status: 'True', reason: Done, message: 'All of this is as wanted.', lastTransitionTime: '2026-01-01T00:00:00Z'}"
                                        .formatted(type))
                        .toList());
    }

    /** What the commands do after they have started, with and without pages and managedFields. */
    private static void inProcess(KubernetesClient client, int size, Map<String, Object> figures) {
        figures.put(
                "in process: whole list with managedFields, ms",
                rounded(median(
                        () -> LenientDecoder.over(client)
                                .resources(TenantCluster.class)
                                .inAnyNamespace()
                                .list()
                                .getItems()
                                .size(),
                        size)));
        figures.put(
                "in process: pages without managedFields, ms",
                rounded(median(
                        () -> PagedList.read(
                                        LenientDecoder.withoutManagedFields(client)
                                                .resources(TenantCluster.class)
                                                .inAnyNamespace()::list,
                                        new ListOptionsBuilder().build())
                                .items()
                                .size(),
                        size)));
        figures.put(
                "in process: pages, only the fields of the table, ms",
                rounded(median(
                        () -> new FieldLister(client)
                                .list(
                                        TenantCluster.class,
                                        Optional.empty(),
                                        new ListOptionsBuilder().build(),
                                        FIELDS,
                                        fields -> fields.requiredText("metadata.name"))
                                .map(List::size)
                                .orElse(0),
                        size)));
        for (String included : List.of("None", "Metadata")) {
            figures.put(
                    "in process: table of the server with %s, ms".formatted(included),
                    rounded(median(() -> tableRows(client, included), size)));
        }
        figures.put("response: objects, KiB", kibibytes(client, "application/json", ""));
        figures.put("response: table with Metadata, KiB", kibibytes(client, TABLE, "?includeObject=Metadata"));
    }

    private static int tableRows(KubernetesClient client, String included) {
        byte[] answer = answer(client, TABLE, "?includeObject=" + included);
        try {
            return new ObjectMapper().readTree(answer).path("rows").size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double kibibytes(KubernetesClient client, String accept, String query) {
        return Math.rint(answer(client, accept, query).length / 1024.0);
    }

    private static byte[] answer(KubernetesClient client, String accept, String query) {
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(client.getMasterUrl() + "apis/butler.butlerlabs.dev/v1alpha1/tenantclusters" + query))
                .header("Accept", accept)
                .build();
        return client.getHttpClient().sendAsync(request, byte[].class).join().body();
    }

    private static double median(IntSupplier list, int expected) {
        double[] millis = new double[RUNS * 3];
        for (int i = 0; i < millis.length; i++) {
            millis[i] = Timing.milliseconds(() -> require(expected, list.getAsInt()));
        }
        return Timing.percentile(millis, 50);
    }

    private static void measure(String name, String command, int size, Map<String, Object> figures) {
        double[] millis = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            millis[i] = Timing.milliseconds(() -> run(List.of(command.split(" ")), size));
        }
        figures.put(name + ", ms", rounded(Timing.percentile(millis, 50)));
    }

    private static void memory(Map<String, String> programs, Path kubeconfig, Map<String, Object> figures) {
        programs.forEach((name, command) -> ProgramCost.peakMegabytes(List.of(
                        command.replace("{kubeconfig}", kubeconfig.toString()).split(" ")))
                .ifPresent(peak -> figures.put(name + ": peak memory, MB", rounded(peak))));
    }

    private static void compare(Map<String, Object> figures) {
        for (String figure : List.of(", ms", ": peak memory, MB")) {
            if (figures.get("butlerctl" + figure) instanceof Double ours
                    && figures.get("kubectl" + figure) instanceof Double theirs) {
                figures.put("butlerctl / kubectl" + figure, Math.round(ours / theirs * 100) / 100.0);
            }
        }
    }

    private static void run(List<String> command, int size) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            long lines = process.inputReader().lines().count();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException(command + " does not end");
            }
            // The first line is the header of the table.
            require(size + 1, Math.toIntExact(lines));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void require(int expected, int found) {
        if (found != expected) {
            throw new IllegalStateException("%d expected, but %d found".formatted(expected, found));
        }
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
