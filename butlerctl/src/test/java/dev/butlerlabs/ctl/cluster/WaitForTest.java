package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("slow")
class WaitForTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
        bench.run("create", "demo", "--provider=x");
        bench.run("create", "other", "--provider=x");
        bench.ready("demo", 1, "v1.37.2");
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "condition=Ready",
                "condition=ready=true",
                "phase=Ready",
                "jsonpath={.status.phase}=Ready",
                "jsonpath=.status.phase=Ready",
                "jsonpath={.status.controlPlaneEndpoint}",
                "jsonpath={.status.conditions[?(@.type==\"Ready\")].status}=True"
            })
    void returnsAtOnceIfTheStateIsReached(String expression) {
        ToolRun run = await("--for=" + expression, "cluster/demo");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("tenantcluster.butler.butlerlabs.dev/demo condition met\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "condition=Ready|it has no condition Ready",
                "phase=Ready|its phase is Pending",
                "jsonpath={.status.phase}=Ready|{.status.phase} is not set"
            })
    void reportsWhatItObservedInstead(String expression, String observed) {
        ToolRun run = await("--for", expression, "tc/other", "--timeout", "1s");
        assertThat(run.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(run.err()).contains("TenantCluster butler-tenants/other", observed);
    }

    @Test
    void reportsEachOfSeveralClusters() {
        ToolRun run = await("--for=phase=Ready", "cluster", "other", "demo", "nosuch", "--timeout=1s");
        assertThat(run.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(run.out()).isEqualTo("tenantcluster.butler.butlerlabs.dev/demo condition met\n");
        assertThat(run.err())
                .contains("error: Timed out after")
                .contains("error: TenantCluster butler-tenants/nosuch not found.");
    }

    @Test
    void isDoneIfTheClusterIsAlreadyDeleted() {
        assertThat(await("--for=delete", "cluster/nosuch").exitCode()).isZero();
        assertThat(await("--for=delete", "cluster/other", "--timeout=1s").exitCode())
                .isEqualTo(ErrorKind.TIMEOUT.exitCode());
    }

    @Test
    void printsTheObjectInOtherFormats() {
        assertThat(await("--for=phase=Ready", "cluster/demo", "-o", "jsonpath={.metadata.name}")
                        .out())
                .isEqualTo("demo");
    }

    @Test
    void waitsForSelectedClusters() {
        assertThat(await("--for=phase=Ready", "cluster", "--all", "--timeout=1s")
                        .out())
                .contains("demo condition met");
        assertThat(await("--for=phase=Ready", "cluster", "-l", "env=nosuch").err())
                .contains("No matching tenant clusters found in namespace \"butler-tenants\".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--for=ready cluster/demo | use delete, condition=TYPE[=STATUS], phase=PHASE or jsonpath=EXPRESSION[=VALUE]",
                "--for=state=x cluster/demo | unknown kind \"state\": use delete, condition, phase or jsonpath",
                "--for=jsonpath={.x cluster/demo | column 1: '{' has no closing '}'",
                "--for=jsonpath={.x}y cluster/demo | expected = after the JSONPath expression",
                "--for=delete cluster | Specify either names, such as cluster/demo, or --selector or --all.",
                "--for=delete cluster/demo --all | Specify either names, such as cluster/demo, or --selector or --all.",
                "--for=delete pod/demo | unknown resource type \"pod\"",
                "--for=delete cluster/a demo | has no resource type",
                "cluster/demo | requires --for EXPRESSION"
            })
    void rejectsWhatCannotBeMeant(String words, String message) {
        ToolRun run = await(words.strip().split(" "));
        assertThat(run.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        assertThat(run.err()).contains(message);
    }

    private static ToolRun await(String... words) {
        List<String> all = new ArrayList<>(List.of("wait"));
        all.addAll(List.of(words));
        return bench.runAll(ClusterBench.BUTLERCTL, all.toArray(String[]::new));
    }
}
