package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that hung the command or ended it with an unexpected error, given to a process. */
@Tag("process")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileFileTest {
    private static final String HEAD = "apiVersion: butler.butlerlabs.dev/v1alpha1\nkind: TenantCluster\n";

    @TempDir
    private Path directory;

    @Test
    void isRefusedAsInvalidInput() throws IOException {
        Map<String, String> files = Map.of(
                "cycle", "a: &a {<<: *a}\n",
                "scalar", HEAD + "metadata: {name: " + "x".repeat(8 * 1024 * 1024) + "}\n",
                "infinity", HEAD + "metadata: {name: a}\nspec: {workers: {replicas: .inf}}\n",
                "not-a-number", HEAD + "metadata: {name: a}\nspec: {workers: {replicas: .nan}}\n");
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = Files.writeString(directory.resolve(file.getKey()), file.getValue());

            ToolRun run =
                    ClusterBench.BUTLERCTL.runProcess("cluster", "create", "-f", path.toString(), "--dry-run=client");

            assertThat(run.err()).as(file.getKey()).contains(path.toString());
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ErrorKind.INVALID.exitCode());
        }
    }
}
