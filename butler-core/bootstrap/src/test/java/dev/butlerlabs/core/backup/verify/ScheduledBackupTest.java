package dev.butlerlabs.core.backup.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.schedule.BackupMetrics;
import dev.butlerlabs.core.backup.schedule.BackupScheduleOptions;
import dev.butlerlabs.core.backup.schedule.BackupScheduleReconciler;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.S3Settings;
import dev.butlerlabs.core.backup.storage.S3Storage;
import dev.butlerlabs.core.backup.storage.StoredBackup;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.testing.MotoProcess;
import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers that store backups of a cluster in S3. */
@Tag("process")
@Timeout(180)
class ScheduledBackupTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String KEY = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path directory;

    @Test
    void storesValidBackupsAndKeepsTheNewest() throws IOException, InterruptedException {
        assumeTrue(PreparedPart.MOTO.find().isPresent(), PreparedPart.MOTO.absent());
        try (MotoProcess moto = MotoProcess.start(directory);
                EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            createBucket(moto.address());
            createObjects(client, moto.address());
            List<BackupScheduleStatus.Backup> created = new ArrayList<>();
            try (BackupScheduleReconciler reconciler = new BackupScheduleReconciler(
                            client,
                            BackupScheduleOptions.rehearsal(),
                            BackupMetrics.NONE,
                            "1.0",
                            () -> true,
                            Clock.systemUTC());
                    ReconcilerHost _ =
                            ReconcilerHost.start(client, List.of(reconciler), ReconcilerHostOptions.standard())) {
                for (int i = 0; i < 3; i++) {
                    created.add(requested(client, "request-" + i));
                }
            }
            assertThat(created).extracting(BackupScheduleStatus.Backup::name).doesNotHaveDuplicates();
            BackupStorage storage = storage(moto.address());
            assertThat(storage.list())
                    .extracting(StoredBackup::name)
                    .containsExactly(created.get(1).name(), created.get(2).name());
            assertThat(created.getLast().bytes())
                    .isEqualTo(storage.list().getLast().bytes());
            verify(storage, created.getLast());
        }
    }

    /** The time in the name of a backup has seconds. */
    private static BackupScheduleStatus.Backup requested(KubernetesClient client, String request) {
        client.resources(BackupSchedule.class)
                .inNamespace("butler-system")
                .withName("default")
                .edit(schedule -> {
                    schedule.getMetadata().setAnnotations(Map.of(Annotations.BACKUP_REQUESTED, request));
                    return schedule;
                });
        BackupScheduleStatus status = TestAwait.upTo(LIMIT, "the backup of " + request)
                .until(
                        () -> client.resources(BackupSchedule.class)
                                .inNamespace("butler-system")
                                .withName("default")
                                .get()
                                .getStatus(),
                        found -> found != null
                                && request.equals(found.handledRequest())
                                && (found.currentRun() == null || found.lastFailure() != null));
        assertThat(status.lastFailure()).isNull();
        TestAwait.upTo(LIMIT, "the next second")
                .until(() -> Clock.systemUTC().instant().getEpochSecond()
                        > status.lastBackup().slot().getEpochSecond());
        return status.lastBackup();
    }

    private static void verify(BackupStorage storage, BackupScheduleStatus.Backup expected) {
        try (BackupStorage.LocalCopy copy = storage.open(expected.name());
                BackupReader backup =
                        BackupReader.open(copy.file(), BackupKey.keyFile(KEY.getBytes(StandardCharsets.US_ASCII)))) {
            BackupVerifier.Result result = new BackupVerifier(
                            backup, new ProgressReporter(Progress.unseen(), Clock.systemUTC()), Clock.systemUTC())
                    .verify();
            assertThat(result.problems()).isEmpty();
            assertThat(backup.manifest().objects()).isEqualTo(expected.objects());
            List<String> secrets = new ArrayList<>();
            backup.visit(
                    ObjectSerialization.plain(),
                    page -> page.objects().stream()
                            .filter(object -> object.getKind().equals("Secret"))
                            .forEach(object -> secrets.add(object.getMetadata().getName())));
            assertThat(secrets).as("the key is not part of the backup").containsExactly("storage");
        }
    }

    private static void createBucket(String address) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            int status = http.send(
                            HttpRequest.newBuilder(URI.create(address + "/backups"))
                                    .PUT(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            assertThat(status).isEqualTo(200);
        }
    }

    private static BackupStorage storage(String address) {
        return new S3Storage(
                new S3Settings(Optional.of(URI.create(address)), "us-east-1", "access", "secret", Optional.empty()),
                "backups",
                "demo",
                Clock.systemUTC());
    }

    private static void createObjects(KubernetesClient client, String address) {
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), LIMIT);
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        secret(client, "key", Map.of("key", KEY));
        secret(client, "storage", Map.of("accessKeyID", "access", "secretAccessKey", "secret"));
        client.resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: BackupSchedule
                        metadata: {name: default, namespace: butler-system}
                        spec:
                          schedule: 0 0 1 1 *
                          location: s3://backups/demo
                          s3: {endpoint: "%s", credentialsSecretRef: {name: storage}}
                          keySecretRef: {name: key}
                          keepLast: 2
                          includeEtcd: false
                        """.formatted(address), BackupSchedule.class))
                .create();
    }

    private static void secret(KubernetesClient client, String name, Map<String, String> fields) {
        SecretBuilder secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace("butler-system")
                .withName(name)
                .endMetadata();
        fields.forEach((field, value) ->
                secret.addToData(field, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.US_ASCII))));
        client.resource(secret.build()).create();
    }
}
