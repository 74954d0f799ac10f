package dev.butlerlabs.core.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy.Mode;
import dev.butlerlabs.core.backup.content.BackupCreator;
import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.restore.ObjectRestorer;
import dev.butlerlabs.core.backup.verify.BackupVerifier;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.etcd.EtcdKeyValue;
import dev.butlerlabs.core.etcd.EtcdSnapshotWriter;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BackupRoundTripTest {
    @TempDir
    private Path directory;

    @Test
    void containsTheObjectsTheirSecretsAndTheMachines() throws IOException {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(2)) {
            BackupCreator creator = platform.creator(platform.new Machines());
            BackupManifest manifest = creator.create(file, "demo", BackupFixture.TIME, BackupFixture.KEY);

            assertThat(manifest.counts())
                    .containsEntry("machinerequests.butler.butlerlabs.dev", 1)
                    .containsEntry("tenantclusters.butler.butlerlabs.dev", 2)
                    .containsEntry("clusters.cluster.x-k8s.io", 2)
                    .containsEntry("secrets", 5)
                    .containsEntry("configmaps", 1);
            assertThat(manifest.isConsistent()).isTrue();
            assertThat(creator.warnings())
                    .containsExactly("The machine configuration of 10.0.0.6 is missing: cannot connect to 10.0.0.6.");
            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                assertThat(backup.manifest()).isEqualTo(manifest);
                assertThat(backup.read("talos/secrets.yaml"))
                        .hasValueSatisfying(text -> assertThat(new String(text, StandardCharsets.UTF_8))
                                .isEqualTo("cluster: {secret: s3cret}"));
                assertThat(backup.read("machines/10.0.0.5.yaml")).isPresent();
                assertThat(order(backup, platform.client()))
                        .containsSubsequence("ProviderConfig", "ClusterBootstrap", "MachineRequest", "Secret");
            }
            String stored = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            assertThat(stored).doesNotContain("s3cret", "hunter2", "aHVudGVyMg");
        }
    }

    private static List<String> order(BackupReader backup, KubernetesClient client) {
        List<String> kinds = new ArrayList<>();
        backup.visit(
                client.getKubernetesSerialization(),
                page -> kinds.add(page.type().kind()));
        return kinds;
    }

    @Test
    void aBackupIsVerifiedWithoutACluster() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(3)) {
            platform.backup(file);
        }

        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            BackupVerifier.Result result = verify(backup);

            assertThat(result.problems()).isEmpty();
            assertThat(result.etcdKeys()).containsEntry("tenantclusters.butler.butlerlabs.dev", 3);
        }
    }

    @Test
    void fiftyTenantClustersAreEqualAfterARestore() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(50);
                BackupFixture target = BackupFixture.empty()) {
            platform.backup(file);
            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                assertThat(verify(backup).problems()).isEmpty();
                restore(backup, target.client(), true);
            }
            for (int i = 0; i < 50; i++) {
                String name = "tenant-" + i;
                assertThat(tenant(target, name).getSpec())
                        .isEqualTo(tenant(platform, name).getSpec());
                assertThat(authority(target, name)).isEqualTo(authority(platform, name));
            }
            assertThat(texts(target)).isEqualTo(texts(platform));
        }
    }

    private static TenantCluster tenant(BackupFixture fixture, String name) {
        return fixture.client()
                .resources(TenantCluster.class)
                .inNamespace("butler-system")
                .withName(name)
                .get();
    }

    private static Map<String, String> authority(BackupFixture fixture, String tenant) {
        return fixture.client()
                .secrets()
                .inNamespace(tenant)
                .withName(tenant + "-ca")
                .get()
                .getData();
    }

    private static List<String> texts(BackupFixture fixture) {
        return BackupFixture.objects(fixture.client(), "cluster.x-k8s.io/v1beta1", "Cluster").stream()
                .map(cluster -> cluster.getMetadata().getName() + cluster.getAdditionalProperties())
                .sorted()
                .toList();
    }

    @Test
    void reportsObjectsThatAreNotInTheSnapshotAndTheOtherWayRound() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1)) {
            platform.creator(platform.new Machines() {
                        @Override
                        protected List<EtcdKeyValue> keys() {
                            List<EtcdKeyValue> keys = new ArrayList<>(super.keys());
                            keys.removeIf(key ->
                                    key.key().contains("demo-cp-0") || key.key().contains("butler-backup"));
                            keys.add(new EtcdKeyValue(
                                    "/registry/butler.butlerlabs.dev/machinerequests/butler-system/lost",
                                    1,
                                    1,
                                    1,
                                    new byte[0]));
                            return keys;
                        }
                    })
                    .create(file, "demo", BackupFixture.TIME, BackupFixture.KEY);
        }

        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            assertThat(verify(backup).problems())
                    .containsExactly(
                            "The etcd snapshot does not contain the sentinel of the backup.",
                            "The etcd snapshot does not contain /registry/butler.butlerlabs.dev/machinerequests/butler-system/demo-cp-0.",
                            "The objects of the backup do not contain /registry/butler.butlerlabs.dev/machinerequests/butler-system/lost.");
        }
    }

    @Test
    void aDamagedSnapshotIsNotStored() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1)) {
            BackupCreator creator = platform.creator(platform.new Machines() {
                @Override
                public void snapshot(String address, OutputStream target) {
                    byte[] snapshot = EtcdSnapshotWriter.write(5, List.of());
                    snapshot[9000] ^= 1;
                    try {
                        target.write(snapshot);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });

            assertThatThrownBy(() -> creator.create(file, "demo", BackupFixture.TIME, BackupFixture.KEY))
                    .hasMessageContaining("The etcd snapshot of 10.0.0.5 is damaged");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void movesObjectsIntoAnotherClusterWithPausedTenants() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(2);
                BackupFixture target = BackupFixture.empty()) {
            platform.backup(file);
            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                ObjectRestorer.Result result = restore(backup, target.client(), false);

                assertThat(result.warnings()).isEmpty();
                MachineRequest machine = target.client()
                        .resources(MachineRequest.class)
                        .inNamespace("butler-system")
                        .withName("demo-cp-0")
                        .get();
                assertThat(machine.getStatus().ipAddress()).isEqualTo("10.0.0.5");
                assertThat(machine.getMetadata().getLabels()).doesNotContainKey(Labels.ENGINE_OF);
                assertThat(machine.getMetadata().getOwnerReferences())
                        .singleElement()
                        .satisfies(owner -> assertThat(owner.getUid())
                                .isEqualTo(bootstrapUid(target.client()))
                                .isNotEqualTo(bootstrapUid(platform.client())));
                Secret secret = target.client()
                        .secrets()
                        .inNamespace("tenant-0")
                        .withName("tenant-0-ca")
                        .get();
                assertThat(secret.getData()).isEqualTo(Map.of("tls.key", "cHJpdmF0ZQ=="));
                assertThat(target.client()
                                .namespaces()
                                .withName("butler-system")
                                .get()
                                .getMetadata()
                                .getLabels())
                        .containsEntry("team", "platform");
                assertThat(target.client().namespaces().withName("other").get()).isNull();
                assertThat(tenant(target).getSpec().managementPolicy().mode()).isEqualTo(Mode.OBSERVE);
                assertThat(text(cluster(target), "spec")).contains("paused=true");

                restore(backup, target.client(), true);
                assertThat(tenant(target).getSpec()).isEqualTo(tenant(platform).getSpec());
                assertThat(text(cluster(target), "spec")).isEqualTo(text(cluster(platform), "spec"));
                assertThat(text(cluster(target), "status")).isEqualTo(text(cluster(platform), "status"));
                assertThat(tenant(target).getMetadata().getAnnotations())
                        .containsKey(Annotations.RESTORED_FROM)
                        .doesNotContainKey(Annotations.PAUSED_BY_RESTORE);
            }
        }
    }

    @Test
    void aSecondRestoreChangesNothing() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1);
                BackupFixture target = BackupFixture.empty()) {
            platform.backup(file);
            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                restore(backup, target.client(), true);
                String before = versions(target.client());
                restore(backup, target.client(), true);
                assertThat(versions(target.client())).isEqualTo(before);
            }
        }
    }

    @Test
    void existingObjectsWithOtherContentAreAllReportedBeforeAnythingIsChanged() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1);
                BackupFixture target = BackupFixture.platform(1)) {
            platform.backup(file);
            target.client()
                    .secrets()
                    .inNamespace("butler-system")
                    .withName("proxmox-credentials")
                    .edit(secret -> {
                        secret.setData(Map.of("password", "b3RoZXI="));
                        return secret;
                    });
            target.client()
                    .secrets()
                    .inNamespace("tenant-0")
                    .withName("tenant-0-ca")
                    .edit(secret -> {
                        secret.setData(Map.of("tls.key", "b3RoZXI="));
                        return secret;
                    });
            String before = versions(target.client());
            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                ButlerException e =
                        catchThrowableOfType(ButlerException.class, () -> restore(backup, target.client(), false));
                assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
                assertThat(e.problems())
                        .extracting(InputProblem::path)
                        .containsExactly("Secret butler-system/proxmox-credentials", "Secret tenant-0/tenant-0-ca");
            }
            assertThat(versions(target.client())).isEqualTo(before);
        }
    }

    @Test
    void aMissingDefinitionIsReported() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1);
                InMemoryKubernetes target = InMemoryKubernetes.open()) {
            platform.backup(file);
            try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
                assertThat(catchThrowableOfType(ButlerException.class, () -> restore(backup, target.client(), false))
                                .problems())
                        .extracting(InputProblem::path)
                        .containsExactly("clusters.cluster.x-k8s.io");
                assertThat(target.effects().all()).isEmpty();
            }
        }
    }

    @Test
    void aKilledRestoreIsCompletedByTheNext() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1)) {
            platform.backup(file);
        }
        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            int positions =
                    CrashPositions.check(TargetWorld::new, world -> restore(backup, world.target.client(), true));
            assertThat(positions).isGreaterThan(20);
        }
    }

    private static final class TargetWorld implements CrashPositions.World {
        private final BackupFixture target = BackupFixture.empty();

        @Override
        public EffectLog effects() {
            return target.kubernetes().effects();
        }

        @Override
        public Map<String, ?> state() {
            return Map.of("content", content(target.client()));
        }

        @Override
        public void close() {
            target.close();
        }
    }

    private static BackupVerifier.Result verify(BackupReader backup) {
        return new BackupVerifier(backup, silent(), Clock.systemUTC()).verify();
    }

    private static ObjectRestorer.Result restore(BackupReader backup, KubernetesClient client, boolean unpauses) {
        return new ObjectRestorer(client, backup, unpauses, silent()).restore();
    }

    private static ProgressReporter silent() {
        return new ProgressReporter(Progress.unseen(), Clock.systemUTC());
    }

    private static TenantCluster tenant(BackupFixture fixture) {
        return tenant(fixture, "tenant-0");
    }

    private static GenericKubernetesResource cluster(BackupFixture fixture) {
        return BackupFixture.objects(fixture.client(), "cluster.x-k8s.io/v1beta1", "Cluster")
                .getFirst();
    }

    private static String text(GenericKubernetesResource object, String field) {
        return String.valueOf(object.getAdditionalProperties().get(field));
    }

    private static String bootstrapUid(KubernetesClient client) {
        return client.resources(ClusterBootstrap.class)
                .inNamespace("butler-system")
                .withName("demo")
                .get()
                .getMetadata()
                .getUid();
    }

    private static Map<String, String> annotations(GenericKubernetesResource object) {
        return new TreeMap<>(Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of()));
    }

    /** The resource versions of everything that a restore writes. */
    private static String versions(KubernetesClient client) {
        StringBuilder versions = new StringBuilder();
        client.secrets()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(one ->
                        versions.append(one.getMetadata().getResourceVersion()).append(' '));
        for (String kind : List.of("ClusterBootstrap", "MachineRequest", "TenantCluster", "ProviderConfig")) {
            BackupFixture.objects(client, "butler.butlerlabs.dev/v1alpha1", kind)
                    .forEach(one -> versions.append(one.getMetadata().getResourceVersion())
                            .append(' '));
        }
        return versions.toString();
    }

    /** What a restore writes, without what the server assigns. */
    private static String content(KubernetesClient client) {
        StringBuilder content = new StringBuilder();
        client.secrets()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(one -> content.append(one.getMetadata().getName())
                        .append(one.getMetadata().getLabels())
                        .append(one.getData())
                        .append('\n'));
        for (String kind : List.of("ClusterBootstrap", "MachineRequest", "TenantCluster", "ProviderConfig")) {
            BackupFixture.objects(client, "butler.butlerlabs.dev/v1alpha1", kind)
                    .forEach(one -> content.append(one.getMetadata().getName())
                            .append(one.getMetadata().getLabels())
                            .append(annotations(one))
                            .append(one.getMetadata().getOwnerReferences().size())
                            .append(new TreeMap<>(one.getAdditionalProperties()))
                            .append('\n'));
        }
        return content.toString();
    }
}
