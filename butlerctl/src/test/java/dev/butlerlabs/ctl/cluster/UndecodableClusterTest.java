package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.error.ErrorKind;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands beside a stored TenantCluster that does not fit the class it is read into. */
@Tag("slow")
class UndecodableClusterTest {
    @TempDir
    private Path directory;

    @Test
    void listShowsTheOthersAndGetNamesTheField() {
        List<String> withoutFormats = CustomResourceDefinitionFiles.texts().stream()
                .map(text -> text.replaceAll("(?m)^ +format: int32\\R", ""))
                .toList();
        try (ClusterBench bench = ClusterBench.bare(
                directory,
                EmbeddedApiOptions.inMemory()
                        .withDefinitions(new EmbeddedApiOptions.Definitions("butler", withoutFormats)))) {
            bench.prepare();
            create(bench, "fine", "1");
            create(bench, "broken", "2147483648");

            ToolRun list = bench.run("list");

            assertThat(list.out()).contains("fine").doesNotContain("broken");
            assertThat(list.err())
                    .contains("warning: TenantCluster butler-tenants/broken cannot be decoded: spec.workers.replicas");
            assertThat(list.exitCode()).isZero();
            ToolRun get = bench.run("get", "broken");
            assertThat(get.err())
                    .contains("TenantCluster butler-tenants/broken", "spec.workers.replicas")
                    .doesNotContain("network");
            assertThat(get.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            assertThat(bench.run("get", "fine").exitCode()).isZero();
            create(bench, "empty", "1");
            bench.client()
                    .genericKubernetesResources("butler.butlerlabs.dev/v1alpha1", "TenantCluster")
                    .inNamespace("butler-tenants")
                    .withName("empty")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":null}");
            ToolRun scale = bench.run("scale", "empty", "--workers", "3");
            assertThat(scale.err()).contains("TenantCluster butler-tenants/empty cannot be decoded: spec: is missing.");
            assertThat(scale.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            for (String name : List.of("broken", "empty")) {
                ToolRun delete = bench.run("delete", name, "--yes");
                assertThat(delete.err()).contains("TenantCluster butler-tenants/%s deleted.".formatted(name));
                assertThat(delete.exitCode()).isZero();
            }
        }
    }

    private static void create(ClusterBench bench, String name, String replicas) {
        bench.client()
                .raw(
                        "/apis/butler.butlerlabs.dev/v1alpha1/namespaces/butler-tenants/tenantclusters",
                        "POST",
                        """
                        {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "TenantCluster",
                         "metadata": {"name": "%s"},
                         "spec": {"kubernetesVersion": "v1.31.4", "workers": {"replicas": %s}}}
                        """.formatted(name, replicas));
    }
}
