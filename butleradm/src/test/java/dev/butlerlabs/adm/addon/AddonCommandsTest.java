package dev.butlerlabs.adm.addon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Addons of the management cluster through the tool itself, with the real controller and a simulated cluster. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AddonCommandsTest {
    @TempDir
    private static Path folder;

    private static AddonBench bench;

    @BeforeAll
    static void start() {
        bench = new AddonBench(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    private static DeployedRelease release(String namespace, String name) {
        return new HelmReleaseRepository(bench.client())
                .deployed(new ReleaseName(namespace, name))
                .orElseThrow();
    }

    private static void good(ToolRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void installsUpgradesAndRemovesAnAddon() throws Exception {
        ToolRun installed = bench.addon("install", "velero", "--wait");
        good(installed);
        assertThat(installed.out()).containsPattern("velero +8\\.1\\.0 +Installed +addon +-");
        assertThat(installed.err()).contains("Installing velero 8.1.0", "helm");
        ToolRun upgraded = bench.addon("upgrade", "velero", "--version", "8.2.0", "--wait", "-o", "json");
        good(upgraded);
        JsonNode facts = new ObjectMapper().readTree(upgraded.out());
        assertThat(facts.path("installedVersion").asText()).isEqualTo("8.2.0");
        assertThat(release("velero", "velero").revision()).isEqualTo(2);
        ToolRun removed = bench.addon("remove", "velero", "--yes");
        good(removed);
        assertThat(removed.err()).contains("ManagementAddon velero removed.");
        assertThat(bench.names()).doesNotContain("velero");
        assertThat(new HelmReleaseRepository(bench.client()).deployed(new ReleaseName("velero", "velero")))
                .isEmpty();
    }

    @Test
    void mergesValuesOfTheCatalogueTheFileTheOptionsAndTheSecret() throws Exception {
        bench.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("hidden")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .addToStringData("values.yaml", "auth: {password: canary-4412}\n")
                        .build())
                .create();
        Path file = Files.writeString(folder.resolve("redis.yaml"), "auth: {enabled: true, user: file}\nreplicas: 1\n");
        ToolRun run = bench.addon(
                "install",
                "redis",
                "--values",
                file.toString(),
                "--set",
                "auth.user=option",
                "--set",
                "replicas=3",
                "--set",
                "a\\.b=text",
                "--values-secret",
                "hidden",
                "--wait");
        good(run);
        assertThat(release("redis", "redis").values()).isEqualTo(new ObjectMapper().readTree("""
                        {"architecture": "standalone", "replicas": 3, "a.b": "text",
                         "auth": {"enabled": true, "user": "option", "password": "canary-4412"}}"""));
        ToolRun shown = bench.addon("get", "redis", "-o", "yaml");
        assertThat(shown.out())
                .contains("kind: ManagementAddon", "user: option")
                .doesNotContain("canary-4412");
        assertThat(run.out() + run.err()).doesNotContain("canary-4412");
    }

    @Test
    void tellsEverythingThatIsWrongAtOnce() throws Exception {
        Path file = Files.writeString(folder.resolve("bad.yaml"), "key: [canary-93\n");
        ToolRun run =
                bench.addon("install", "velro", "--version", "latest", "--values", file.toString(), "--set", "nothing");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "velro: is not in the catalog (did you mean velero?)",
                        "'latest' is not an exact version",
                        "bad.yaml:2:1: is not well-formed YAML",
                        "--set: 'nothing' has no KEY")
                .doesNotContain("canary-93");
        assertThat(bench.addon("install", "velro").err())
                .contains("error: Addon \"velro\" not found in the addon catalog.", "hint: Did you mean \"velero\"?");
        assertThat(bench.names()).doesNotContain("velro");
    }

    @Test
    void namesWhoNeedsAnAddonBeforeItGoesAndAsks() {
        ToolRun waiting = bench.addon("install", "istio");
        good(waiting);
        assertThat(waiting.err()).contains("Waiting for addon istio-base, which is not installed");
        good(bench.addon("install", "istio-base", "--wait"));
        ToolRun needed = bench.addon("remove", "istio-base", "--yes");
        assertThat(needed.exitCode()).isEqualTo(6);
        assertThat(needed.err()).contains("istio depends on it", "Remove istio first.");
        ToolRun declined = bench.addon(
                AddonBench.BUTLERADM.onTerminal("n\n", Terminal.Stream.IN, Terminal.Stream.ERR), "remove", "istio");
        assertThat(declined.exitCode()).isEqualTo(ErrorKind.CANCELLED.exitCode());
        assertThat(bench.names()).contains("istio", "istio-base");
        good(bench.addon("remove", "istio", "--yes"));
        good(bench.addon("remove", "istio-base", "--yes"));
    }

    @Test
    void refusesASecondWishAndAnUpgradeOfNothing() {
        good(bench.addon("install", "nats", "--wait"));
        ToolRun again = bench.addon("install", "nats");
        assertThat(again.exitCode()).isEqualTo(6);
        assertThat(again.err()).contains("already installs nats", "butleradm addon upgrade nats");
        assertThat(bench.addon("upgrade", "nats").exitCode()).isEqualTo(2);
        ToolRun absent = bench.addon("upgrade", "natz", "--version", "1.2.3");
        assertThat(absent.exitCode()).isEqualTo(5);
        assertThat(absent.err()).contains("Did you mean nats?");
    }

    @Test
    void endsTheWaitWithTheReasonOfAChartThatFails() {
        bench.fault("boot:chart-error@tempo*3");
        ToolRun run = bench.addon("install", "tempo", "--wait");
        assertThat(run.exitCode()).isEqualTo(9);
        assertThat(run.err()).contains("ManagementAddon tempo failed", "failed 3 times", "BTL-0904");
        ToolRun listed = bench.addon("list");
        assertThat(listed.out()).containsPattern("tempo +1\\.10\\.3 +Failed +addon +ChartFailed: ");
    }

    @Test
    void countsThePartsOfThePlatformAndLeavesThemToTheBootstrap() {
        bench.client().resource(bootstrap("")).create();
        ServerSideApply.asButlerForced()
                .applyStatus(bench.client(), bootstrap("status: {addonsInstalled: {cilium: true, flux: false}}"));
        ToolRun listed = bench.addon("list", "-o", "name");
        good(listed);
        assertThat(listed.out().lines()).contains("cilium", "cert-manager", "butler-addons", "gateway-api");
        assertThat(bench.addon("list").out())
                .containsPattern("cilium +1\\.17\\.0 +Installed +platform +-")
                .containsPattern("flux +2\\.14\\.1 +Pending +platform +NotReady");
        assertThat(bench.addon("describe", "cilium").out()).contains("By:         platform");
        assertThat(bench.addon("get", "cilium").out()).contains("NAME", "cilium", "platform");
        ToolRun twice = bench.addon("install", "cilium");
        assertThat(twice.exitCode()).isEqualTo(6);
        assertThat(twice.err()).contains("is already installed by the bootstrap");
        assertThat(bench.addon("remove", "cilium", "-y").err()).contains("is managed by the bootstrap");
        assertThat(bench.addon("get", "cillium").err()).contains("Did you mean cilium?");
    }

    private static ClusterBootstrap bootstrap(String rest) {
        return Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ClusterBootstrap
                metadata: {name: demo, namespace: butler-system}
                %s
                """.formatted(rest.isEmpty() ? """
                spec:
                  provider: nutanix
                  providerRef: {name: demo-provider}
                  cluster:
                    name: demo
                    topology: ha
                    controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                  network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 192.0.2.10}
                  talos: {version: v1.12.1, schematic: ""}
                """ : rest), ClusterBootstrap.class);
    }

    @Test
    void showsTheCatalogue() {
        ToolRun table = bench.addon("catalog");
        good(table);
        assertThat(table.out()).containsPattern("istio +service-mesh +1\\.24\\.2 +istio-base +");
        assertThat(bench.addon("catalog", "-o", "name").out().lines())
                .hasSize(28)
                .contains("addondefinition.butler.butlerlabs.dev/velero");
    }
}
