package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.ChartAccess.Login;
import dev.butlerlabs.core.addon.HelmProgram.Result;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.cli.testing.ProjectRoot;
import dev.butlerlabs.core.embedded.conformance.target.RealApiServer;
import dev.butlerlabs.core.embedded.conformance.target.TestBench;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What our Jobs ask, done by the real helm on a real API server. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RealHelmTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Reach INSIDE = new Reach.Inside();

    @TempDir
    private static Path folder;

    private static RealApiServer server;
    private static KubernetesClient client;
    private static HelmProgram helm;
    private static Path kubeconfig;
    private static ChartShelf shelf;
    private static HostJobs jobs;
    private static ChartInstaller charts;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> program = HelmProgram.find();
        Assumptions.assumeTrue(program.isPresent(), HelmProgram.ABSENT);
        Optional<TestBench> bench = TestBench.find();
        Assumptions.assumeTrue(bench.isPresent(), TestBench.ABSENT);
        server = RealApiServer.start(bench.get());
        String text = dev.butlerlabs.core.embedded.conformance.target.Kubeconfig.of(server.target());
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), text);
        client = new KubeConnector("butler").connect(Kubeconfig.parse(text, "the test"));
        helm = new HelmProgram(program.get(), Files.createDirectory(folder.resolve("home")));
        shelf = new ChartShelf(
                helm,
                ProjectRoot.find().resolve("butler-core/src/test/resources/charts"),
                Files.createDirectory(folder.resolve("shelf")));
        jobs = new HostJobs(
                client, HostJobs.machine(program.get(), bench.get().program("kubectl"), kubeconfig, folder));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
        charts = new ChartInstaller(client, Namespaces.SYSTEM, client);
    }

    @AfterAll
    static void stop() {
        List.of(
                        Optional.ofNullable(jobs),
                        Optional.ofNullable(shelf),
                        Optional.ofNullable(client),
                        Optional.ofNullable(server))
                .forEach(part -> part.ifPresent(RealHelmTest::close));
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static ChartRequest demo(String namespace, String version, Map<String, Object> values) {
        return ChartRequest.of("demo", namespace, ChartSource.of(shelf.repository(), "demo"), version, values);
    }

    private static ChartState until(Supplier<ChartState> look) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        ChartState state = look.get();
        while (state instanceof ChartState.Working && System.nanoTime() < deadline) {
            Thread.sleep(100);
            state = look.get();
        }
        return state;
    }

    private static ChartState install(ChartRequest request) throws InterruptedException {
        return until(() -> charts.install(request));
    }

    private static Result type(String... words) throws IOException, InterruptedException {
        return helm.run(Map.of("KUBECONFIG", kubeconfig.toString()), List.of(words));
    }

    private static Map<String, String> settings(String namespace) {
        return Optional.ofNullable(client.configMaps()
                        .inNamespace(namespace)
                        .withName("demo-settings")
                        .get())
                .map(ConfigMap::getData)
                .orElse(Map.of());
    }

    private static List<String> leftJobs() {
        return client.batch().v1().jobs().inNamespace(Namespaces.SYSTEM).list().getItems().stream()
                .map(job -> job.getMetadata().getName())
                .toList();
    }

    @Test
    void installsAChartWithHooksAndDefinitionsThatHelmItselfLists() throws Exception {
        assertThat(install(demo("first", "1.0.0", Map.of("greeting", "hello", "replicas", 2))))
                .isEqualTo(new ChartState.Done());
        assertThat(settings("first")).containsEntry("greeting", "hello").containsEntry("replicas", "2");
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("widgets.example.test")
                        .get())
                .isNotNull();
        assertThat(client.batch()
                        .v1()
                        .jobs()
                        .inNamespace("first")
                        .withName("demo-check")
                        .get())
                .as("the hook")
                .isNotNull();
        assertThat(type("list", "--namespace", "first").text()).contains("demo", "deployed", "demo-1.0.0");
        assertThat(leftJobs()).noneMatch(name -> name.startsWith("helm-demo"));
        assertThat(client.rbac()
                        .clusterRoleBindings()
                        .withName("butler-helm-demo")
                        .get())
                .isNull();
    }

    @Test
    void takesOverWhatSomebodyInstalledByHand() throws Exception {
        Result byHand = type(
                "install",
                "demo",
                "demo",
                "--repo",
                shelf.repository(),
                "--version",
                "1.0.0",
                "--namespace",
                "by-hand",
                "--create-namespace",
                "--set",
                "greeting=hi",
                "--set",
                "replicas=3");
        assertThat(byHand.exitCode()).as(byHand.text()).isZero();
        ChartRequest same = demo("by-hand", "1.0.0", Map.of("greeting", "hi", "replicas", 3));
        assertThat(charts.install(same)).as("nothing is left to do").isEqualTo(new ChartState.Done());
    }

    @Test
    void upgradesForgetsOldValuesRollsBackAndRemoves() throws Exception {
        install(demo("whole-life", "1.0.0", Map.of("greeting", "hello")));
        assertThat(install(demo("whole-life", "1.1.0", Map.of()))).isEqualTo(new ChartState.Done());
        assertThat(settings("whole-life")).containsEntry("version", "1.1.0").containsEntry("greeting", "good day");
        ReleaseName name = new ReleaseName("whole-life", "demo");
        assertThat(until(() -> charts.rollback(name, 1, INSIDE))).isEqualTo(new ChartState.Done());
        assertThat(settings("whole-life")).containsEntry("version", "1.0.0").containsEntry("greeting", "hello");
        assertThat(new HelmReleases(client).deployed(name).orElseThrow().revision())
                .isEqualTo(3);
        assertThat(until(() -> charts.uninstall(name, INSIDE))).isEqualTo(new ChartState.Done());
        assertThat(settings("whole-life")).isEmpty();
        assertThat(type("list", "--all", "--namespace", "whole-life").text()).doesNotContain("demo");
        assertThat(charts.uninstall(name, INSIDE)).as("twice is once").isEqualTo(new ChartState.Done());
    }

    @Test
    void putsRightWhatSomebodyChangedByHand() throws Exception {
        ChartRequest wanted = demo("drift", "1.1.0", Map.of("greeting", "hello"));
        install(wanted);
        Result byHand = type(
                "upgrade",
                "demo",
                "demo",
                "--repo",
                shelf.repository(),
                "--version",
                "1.0.0",
                "--namespace",
                "drift",
                "--set",
                "greeting=changed");
        assertThat(byHand.exitCode()).as(byHand.text()).isZero();
        assertThat(install(wanted)).isEqualTo(new ChartState.Done());
        assertThat(settings("drift")).containsEntry("version", "1.1.0").containsEntry("greeting", "hello");
    }

    @Test
    void handsOnWhatTheSchemaOfAChartSays() throws Exception {
        assertThat(install(demo("bad-values", "1.0.0", Map.of("replicas", 0))))
                .isInstanceOfSatisfying(ChartState.Failed.class, failed -> {
                    assertThat(failed.cause()).isEqualTo(AddonState.Cause.CHART_FAILS);
                    assertThat(failed.message()).contains("replicas", "greater than or equal to 1");
                });
        assertThat(leftJobs().stream().filter(name -> name.startsWith("helm-demo")))
                .as("the evidence")
                .isNotEmpty();
        until(() -> charts.uninstall(new ReleaseName("bad-values", "demo"), INSIDE));
    }

    @Test
    void leavesNothingOfAChartThatFailsHalfWay() throws Exception {
        ChartRequest request = ChartRequestBuilder.builder(ChartRequest.of(
                        "halfway", "half", ChartSource.of(shelf.repository(), "halfway"), "1.0.0", Map.of()))
                .timeout(Duration.ofSeconds(2))
                .build();
        assertThat(install(request))
                .isInstanceOfSatisfying(
                        ChartState.Failed.class,
                        failed -> assertThat(failed.message()).contains("atomic"));
        assertThat(client.configMaps()
                        .inNamespace("half")
                        .withName("halfway-first")
                        .get())
                .isNull();
        assertThat(type("list", "--all", "--namespace", "half").text()).doesNotContain("halfway");
    }

    @Test
    void saysThatAHookFailed() throws Exception {
        ChartRequest request = ChartRequest.of(
                "badhook", "bad-hook", ChartSource.of(shelf.repository(), "badhook"), "1.0.0", Map.of());
        assertThat(install(request))
                .isInstanceOfSatisfying(
                        ChartState.Failed.class,
                        failed -> assertThat(failed.message()).contains("pre-install"));
    }

    @Test
    void saysThatThereIsNoSuchVersion() throws Exception {
        ChartRequest request =
                ChartRequest.of("absent", "absent", ChartSource.of(shelf.repository(), "demo"), "9.9.9", Map.of());
        assertThat(install(request))
                .isInstanceOfSatisfying(
                        ChartState.Failed.class,
                        failed -> assertThat(failed.message()).contains("9.9.9"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"repository", "registry"})
    void entersSourcesThatAskForALogin(String kind) throws Exception {
        String address = kind.equals("registry") ? shelf.registry() : shelf.guarded();
        ChartRequest open =
                ChartRequest.of("demo", "guarded-" + kind, ChartSource.of(address, "demo"), "1.1.0", Map.of());
        ChartAccess access = new ChartAccess(
                Optional.empty(),
                Optional.of(new Login(ChartShelf.USER, new SensitiveText(ChartShelf.PASSWORD))),
                kind.equals("registry"));
        ChartRequest guarded = ChartRequestBuilder.builder(open).access(access).build();
        assertThat(install(guarded)).isEqualTo(new ChartState.Done());
        assertThat(settings("guarded-" + kind)).containsEntry("version", "1.1.0");
    }

    @Test
    void installsAPackedChartOutOfAConfigMap() throws Exception {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("packed-demo")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .addToBinaryData(
                                "demo-1.0.0.tgz", Base64.getEncoder().encodeToString(shelf.packed("demo-1.0.0.tgz")))
                        .build())
                .create();
        ChartSource archive = new ChartSource.Archive("packed-demo", "demo-1.0.0.tgz", "demo");
        assertThat(install(ChartRequest.of("demo", "packed", archive, "1.0.0", Map.of())))
                .isEqualTo(new ChartState.Done());
        assertThat(settings("packed")).containsEntry("version", "1.0.0");
    }

    @Test
    void worksOnAnotherClusterByItsKubeconfig() throws Exception {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("tenant-kubeconfig")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .addToStringData("value", Files.readString(kubeconfig))
                        .build())
                .create();
        Reach abroad = new Reach.Abroad("tenant-kubeconfig", "value");
        ChartRequest request = ChartRequestBuilder.builder(demo("abroad", "1.0.0", Map.of()))
                .reach(abroad)
                .build();
        assertThat(install(request)).isEqualTo(new ChartState.Done());
        assertThat(settings("abroad")).containsEntry("version", "1.0.0");
        assertThat(until(() -> charts.uninstall(new ReleaseName("abroad", "demo"), abroad)))
                .isEqualTo(new ChartState.Done());
    }

    @Test
    void goesOnWhereAHelmThatDiedHasLeftItsMark() throws Exception {
        ChartRequest first = demo("cut-short", "1.0.0", Map.of());
        install(first);
        client.secrets()
                .inNamespace("cut-short")
                .withName("sh.helm.release.v1.demo.v1")
                .edit(secret -> {
                    secret.getMetadata().getLabels().put("status", "pending-upgrade");
                    return secret;
                });
        assertThat(install(demo("cut-short", "1.1.0", Map.of()))).isEqualTo(new ChartState.Done());
        assertThat(settings("cut-short")).containsEntry("version", "1.1.0");
    }

    @Test
    void appliesTheObjectsAtAnAddress() throws Exception {
        Files.writeString(folder.resolve("shelf/objects.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: from-an-address, namespace: default}
                data: {word: here}
                """);
        assertThat(until(() -> charts.apply("objects", shelf.repository() + "/objects.yaml", INSIDE)))
                .isEqualTo(new ChartState.Done());
        assertThat(client.configMaps()
                        .inNamespace("default")
                        .withName("from-an-address")
                        .get()
                        .getData())
                .containsEntry("word", "here");
    }
}
