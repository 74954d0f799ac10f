package dev.butlerlabs.ctl.addon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
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

/** Addons of a tenant cluster through the tool itself, with the real controller and simulated clusters. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TenantAddonCommandsTest {
    @TempDir
    private static Path folder;

    private static TenantBench bench;

    @BeforeAll
    static void start() {
        bench = new TenantBench(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    private static void good(ToolRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void enablesChangesAndDisablesAnAddonOnTheTenantAlone() throws Exception {
        Path values = Files.writeString(folder.resolve("redis.yaml"), "replica: {replicaCount: 2}\n");
        ToolRun enabled = bench.addon(
                "enable", "redis", "-c", "demo", "--values", values.toString(), "--wait", "--timeout", "2m");
        good(enabled);
        assertThat(enabled.out()).containsPattern("redis +20\\.6\\.0 +Installed +addon +-");
        assertThat(enabled.err()).contains("Enabling redis 20.6.0 on demo");
        ReleaseName release = new ReleaseName("redis", "redis");
        assertThat(new HelmReleaseRepository(bench.tenant()).deployed(release)).isPresent();
        assertThat(new HelmReleaseRepository(bench.client()).deployed(release)).isEmpty();
        ToolRun changed = bench.addon("enable", "redis", "-c", "demo", "--version", "20.6.1", "--wait", "-o", "json");
        good(changed);
        JsonNode facts = new ObjectMapper().readTree(changed.out());
        assertThat(facts.path("installedVersion").asText()).isEqualTo("20.6.1");
        assertThat(new HelmReleaseRepository(bench.tenant())
                        .deployed(release)
                        .orElseThrow()
                        .values())
                .as("values stay unless others are given")
                .isEqualTo(new ObjectMapper()
                        .readTree("{\"architecture\": \"standalone\", \"replica\": {\"replicaCount\": 2}}"));
        assertThat(bench.addon("get", "redis", "-c", "demo", "-o", "yaml").out())
                .contains("kind: TenantAddon", "name: demo-redis");
        good(bench.addon("disable", "redis", "-c", "demo", "--yes"));
        assertThat(bench.names()).doesNotContain("demo-redis");
        assertThat(new HelmReleaseRepository(bench.tenant()).deployed(release)).isEmpty();
    }

    @Test
    void tellsWhatAnAddonNeedsAndWhoNeedsIt() {
        ToolRun waiting = bench.addon("enable", "istio", "-c", "demo");
        good(waiting);
        assertThat(waiting.err()).contains("Waiting for addon istio-base", "butlerctl addon enable istio-base -c demo");
        ToolRun late = bench.addon("enable", "istio", "-c", "demo", "--wait", "--timeout", "2s");
        assertThat(late.exitCode()).isEqualTo(8);
        assertThat(late.err()).contains("Waiting for istio-base to be installed");
        good(bench.addon("enable", "istio-base", "-c", "demo", "--wait"));
        good(bench.addon("enable", "istio", "-c", "demo", "--wait"));
        ToolRun needed = bench.addon("disable", "istio-base", "-c", "demo", "--yes");
        assertThat(needed.exitCode()).isEqualTo(6);
        assertThat(needed.err()).contains("istio depends on it", "Disable istio first.");
        good(bench.addon("disable", "istio", "-c", "demo", "--yes", "--no-wait"));
    }

    @Test
    void leavesToTheSpecOfTheClusterWhatIsInIt() {
        bench.client().resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantAddon
                        metadata:
                          name: demo-cilium
                          namespace: butler-tenants
                          labels: {app.kubernetes.io/managed-by: butler}
                        spec: {clusterRef: {name: demo}, addon: cilium, version: 1.17.0}
                        """, TenantAddon.class)).create();
        ToolRun changed = bench.addon("enable", "cilium", "-c", "demo", "--version", "1.17.1");
        assertThat(changed.exitCode()).isEqualTo(6);
        assertThat(changed.err()).contains("part of the spec of TenantCluster demo", "butlerctl cluster edit demo");
        assertThat(bench.addon("disable", "cilium", "-c", "demo", "-y").exitCode())
                .isEqualTo(6);
        assertThat(bench.addon("list", "-c", "demo", "-o", "wide").out())
                .containsPattern("cilium +1\\.17\\.0 +\\w+ +cluster .* demo-cilium ");
    }

    @Test
    void tellsEverythingThatIsWrongAtOnce() {
        ToolRun run = bench.addon("enable", "reddis", "-c", "demo", "--version", "20.x", "--values", "/nowhere/values");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("did you mean redis?", "'20.x' is not an exact version", "/nowhere/values does not exist");
        ToolRun cluster = bench.addon("enable", "redis", "-c", "absent");
        assertThat(cluster.exitCode()).isEqualTo(5);
        assertThat(cluster.err()).contains("TenantCluster butler-tenants/absent not found");
        assertThat(bench.addon("list").err()).contains("requires --cluster CLUSTER");
        assertThat(bench.addon("get", "velero", "-c", "demo").err()).contains("butlerctl addon list -c demo");
    }

    @Test
    void endsTheWaitWithTheReasonOfAChartThatFails() {
        bench.fault("boot:chart-error@loki*3");
        ToolRun run = bench.addon("enable", "loki", "-c", "demo", "--wait");
        assertThat(run.exitCode()).isEqualTo(9);
        assertThat(run.err()).contains("TenantAddon demo-loki failed", "failed 3 times", "BTL-0904");
    }

    @Test
    void showsTheCatalogue() {
        ToolRun table = bench.addon("catalog");
        good(table);
        assertThat(table.out()).containsPattern("cert-manager +certmanager +v1\\.16\\.2");
        assertThat(bench.addon("catalog", "-o", "name").out().lines()).hasSize(28);
    }
}
