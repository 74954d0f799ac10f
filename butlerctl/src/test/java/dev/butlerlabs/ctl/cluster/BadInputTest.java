package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be meant is refused with a sentence, and nothing is changed. */
class BadInputTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;
    private static String generation;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
        bench.run("create", "demo", "--provider=x");
        bench.ready("demo", 1, "v1.30.2");
        generation = bench.cluster("demo").getMetadata().getResourceVersion();
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create | Specify a name, or a file with -f",
                "create demo extra | unexpected argument 'extra'",
                "create demo -f x.yaml | -f cannot be combined with name demo",
                "create -f x.yaml --workers 3 | -f cannot be combined with --workers",
                "create -f absent.yaml | does not exist",
                "create -f / | is a directory",
                "create new --provider x --timeout soon | invalid value \"soon\" for --timeout: must be a duration with a unit",
                "create new --provider x --dry-run=maybe | invalid value \"maybe\" for --dry-run",
                "create new --provider x -o xml | invalid value \"xml\" for --output",
                "create new --provider x -n A_B | --namespace: 'A_B' is not a valid name",
                "list --context nobody | has no context \"nobody\"",
                "get demo -n absent | TenantCluster absent/demo not found",
                "describe nobody | TenantCluster butler-tenants/nobody not found",
                "watch nobody | TenantCluster butler-tenants/nobody not found",
                "watch demo --timeout 0s | must be greater than zero",
                "events nobody | TenantCluster butler-tenants/nobody not found",
                "nodes nobody | TenantCluster butler-tenants/nobody not found",
                "scale demo | requires --workers",
                "scale demo --workers 0 | --workers: invalid value \"0\"",
                "scale demo --workers -3 | --workers: invalid value \"-3\"",
                "scale demo --workers 3.5 | --workers: invalid value \"3.5\"",
                "scale demo --workers 9999999999 | --workers: invalid value \"9999999999\"",
                "scale nobody --workers 3 | TenantCluster butler-tenants/nobody not found",
                "upgrade demo | requires --version",
                "upgrade demo --version 1.31.4 | --version: invalid value \"1.31.4\"",
                "upgrade demo --version v1.31 | --version: invalid value \"v1.31\"",
                "upgrade demo --version v1.29.0 | a downgrade to v1.29.0 is not possible",
                "upgrade demo --version v2.0.0 | No upgrade path",
                "upgrade demo --version v1.32.0 --via latest | --via: invalid value \"latest\"",
                "upgrade demo --version v1.32.0 --via v1.35.0 | is not between",
                "upgrade nobody --version v1.31.4 | TenantCluster butler-tenants/nobody not found",
                "edit nobody | TenantCluster butler-tenants/nobody not found",
                "diff | requires --filename",
                "diff -f absent.yaml | does not exist",
                "export | Specify either a cluster name or --all",
                "export demo --all | Specify either a cluster name or --all",
                "export --all --as copy | --as cannot be used with --all",
                "export nobody | TenantCluster butler-tenants/nobody not found",
                "kubeconfig nobody | TenantCluster butler-tenants/nobody not found",
                "kubeconfig demo | has no kubeconfig yet",
                "pause nobody | TenantCluster butler-tenants/nobody not found",
                "resume nobody | TenantCluster butler-tenants/nobody not found",
                "delete nobody -y | TenantCluster butler-tenants/nobody not found",
                "delete demo | Pass --confirm=demo",
                "delete demo --no-input | --no-input is set",
                "delete demo --confirm=other | invalid value \"other\" for --confirm: does not match the name \"demo\"",
            })
    void isRefusedWithASentence(String line) {
        String[] parts = line.split(" \\| ", -1);

        ToolRun refused = bench.run(parts[0].split(" "));

        assertThat(refused.exitCode()).isNotIn(0, ErrorKind.INTERNAL.exitCode());
        assertThat(refused.err()).contains(parts[1]);
        assertThat(refused.out()).isEmpty();
        TenantCluster untouched = bench.cluster("demo");
        assertThat(untouched.getMetadata().getResourceVersion()).isEqualTo(generation);
        assertThat(bench.cluster("new")).isNull();
    }
}
