package dev.butlerlabs.core.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.content.TenantContentVerifier;
import dev.butlerlabs.core.backup.restore.TenantContentRestorer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The content of a real kube-apiserver is restored into another one. Neither has controllers. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RealApiTenantBackupTest {
    @TempDir
    private Path directory;

    @Test
    void theObjectsOfARealApiServerAreRestoredIntoAnother() {
        LongSuite.assumeEnabled();
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        Path file = directory.resolve("web.butler-backup");
        TenantContent content;
        try (RealApiServer server = RealApiServer.start(bench.get());
                KubernetesClient client = connect(server)) {
            TenantFixture.fillReal(client);
            content = TenantFixture.backup(client, file);
            assertThat(content.isConsistent()).isTrue();
            assertThat(content.kubernetesVersion()).startsWith("v1.");
            assertThat(content.counts())
                    .containsEntry("widgets.example.com", 2)
                    .containsKey("flowschemas.flowcontrol.apiserver.k8s.io");
            assertThat(restore(client, file).created())
                    .as("nothing is missing in the cluster itself")
                    .isEmpty();
        }
        try (RealApiServer server = RealApiServer.start(bench.get());
                KubernetesClient client = connect(server)) {
            TenantContentRestorer.Result result = restore(client, file);
            assertThat(result.created())
                    .containsEntry("customresourcedefinitions.apiextensions.k8s.io", 1)
                    .containsEntry("deployments.apps", 1)
                    .containsEntry("jobs.batch", 1)
                    .containsEntry("widgets.example.com", 1);
            check(client);
            assertThat(restore(client, file).created()).isEmpty();
        }
    }

    private static KubernetesClient connect(RealApiServer server) {
        return new KubeConnector("test").connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "real"));
    }

    private static void check(KubernetesClient client) {
        assertThat(client.secrets()
                        .inNamespace("apps")
                        .withName("registry")
                        .get()
                        .getData())
                .isEqualTo(Map.of("password", "aHVudGVyMg=="));
        assertThat(client.configMaps()
                        .inNamespace("apps")
                        .withName("widget-state")
                        .get()
                        .getMetadata()
                        .getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid())
                        .isEqualTo(BackupFixture.objects(client, "example.com/v1", "Widget")
                                .getFirst()
                                .getMetadata()
                                .getUid()));
        assertThat(BackupFixture.objects(client, "example.com/v1", "Widget")
                        .getFirst()
                        .getAdditionalProperties())
                .containsEntry("status", Map.of("phase", "Grown"));
    }

    private static TenantContentRestorer.Result restore(KubernetesClient client, Path file) {
        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            assertThat(TenantContentVerifier.problems(backup)).isEmpty();
            return new TenantContentRestorer(
                            client,
                            backup,
                            backup.tenants().getFirst(),
                            new TenantContentRestorer.Settings(false, true),
                            TenantFixture.silent())
                    .restore();
        }
    }
}
