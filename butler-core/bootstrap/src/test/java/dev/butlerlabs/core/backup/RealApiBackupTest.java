package dev.butlerlabs.core.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.restore.ObjectRestorer;
import dev.butlerlabs.core.backup.verify.BackupVerifier;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real kube-apiserver whose etcd takes the snapshot. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RealApiBackupTest {
    @TempDir
    private Path directory;

    @Test
    void objectsAndTheSnapshotOfARealEtcdAgreeAndAreRestored() {
        LongSuite.assumeEnabled();
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        Path file = directory.resolve("demo.butler-backup");
        try (RealApiServer server = RealApiServer.start(bench.get());
                KubernetesClient client = new KubeConnector("test")
                        .connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "real"))) {
            BackupFixture platform = BackupFixture.platform(client, 3);
            BackupManifest manifest = platform.creator(platform.new Machines() {
                        @Override
                        public void snapshot(String address, OutputStream target) {
                            // Written after the objects were read: the snapshot has a newer revision than they have.
                            client.secrets()
                                    .inNamespace("butler-system")
                                    .withName("unrelated")
                                    .delete();
                            try {
                                target.write(server.etcdSnapshot());
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }
                    })
                    .create(file, "demo", BackupFixture.TIME, BackupFixture.KEY);
            assertThat(manifest.isConsistent()).isTrue();

            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                BackupVerifier.Result result = new BackupVerifier(backup, silent(), Clock.systemUTC()).verify();
                assertThat(result.problems()).isEmpty();
                assertThat(result.etcdKeys())
                        .containsEntry("tenantclusters.butler.butlerlabs.dev", 3)
                        .containsEntry("clusters.cluster.x-k8s.io", 3);
                // All objects exist with the same content, so that a restore into the same cluster only completes them.
                assertThat(new ObjectRestorer(client, backup, true, silent())
                                .restore()
                                .warnings())
                        .isEmpty();
            }
        }
    }

    private static ProgressReporter silent() {
        return new ProgressReporter(Progress.unseen(), Clock.systemUTC());
    }
}
