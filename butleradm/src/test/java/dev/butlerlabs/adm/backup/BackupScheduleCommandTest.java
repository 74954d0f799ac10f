package dev.butlerlabs.adm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleSpec;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.backup.schedule.BackupMetrics;
import dev.butlerlabs.core.backup.schedule.BackupScheduleOptions;
import dev.butlerlabs.core.backup.schedule.BackupScheduleReconciler;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of schedules, with the reconciler. */
@Timeout(120)
@Tag("slow")
class BackupScheduleCommandTest {
    @TempDir
    private Path directory;

    private EmbeddedApiServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        client = new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(30));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        Files.writeString(directory.resolve("kubeconfig"), server.kubeconfig());
        Files.write(directory.resolve("key"), new byte[32]);
        Files.writeString(directory.resolve("pass"), "correct horse\n");
        Files.createDirectory(directory.resolve("backups"));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private ToolRun schedule(String... words) {
        return schedule(Map.of(), words);
    }

    private ToolRun schedule(Map<String, String> environment, String... words) {
        List<String> all = new ArrayList<>(List.of("backup", "schedule"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", directory.resolve("kubeconfig").toString()));
        Tool tool = SimulatedPlatform.BUTLERADM;
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            tool = tool.with(variable.getKey(), variable.getValue());
        }
        return tool.run(all.toArray(String[]::new));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private BackupScheduleSpec spec(String name) {
        return client.resources(BackupSchedule.class)
                .inNamespace("butler-system")
                .withName(name)
                .get()
                .getSpec();
    }

    private Secret secret(String name) {
        return client.secrets().inNamespace("butler-system").withName(name).get();
    }

    @Test
    void aScheduleIsCreatedRunListedSuspendedAndDeleted() throws IOException {
        assertThat(schedule("list").err()).contains("No backup schedules found");
        ToolRun created = schedule(
                "set",
                "--at",
                "02:30",
                "--to",
                file("backups"),
                "--key-file",
                file("key"),
                "--keep-last",
                "2",
                "--no-etcd");
        assertThat(created.exitCode()).as(created.err()).isZero();
        assertThat(created.out())
                .startsWith("Backup schedule default created: 30 2 * * * to ")
                .contains("Next backup at ", "T02:30:00Z.");
        assertThat(secret("default-backup-key").getData())
                .containsExactly(Map.entry("key", Base64.getEncoder().encodeToString(new byte[32])));
        try (BackupScheduleReconciler reconciler = new BackupScheduleReconciler(
                        client,
                        BackupScheduleOptions.rehearsal(),
                        BackupMetrics.NONE,
                        "1.0",
                        () -> true,
                        Clock.systemUTC());
                ReconcilerHost _ =
                        ReconcilerHost.start(client, List.of(reconciler), ReconcilerHostOptions.standard())) {
            ToolRun run = schedule("run", "--wait");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("Backup management-cluster-", " objects, ");
            try (Stream<Path> files = Files.list(directory.resolve("backups"))) {
                assertThat(files).hasSize(1);
            }
            assertThat(schedule("list").out()).contains("default", "30 2 * * *", "scheduled", file("backups"));
            assertThat(schedule("list", "-o", "json").out()).contains("\"keptBackups\": 1", "\"lastBackup\"");

            ToolRun moved = schedule("set", "--to", file("missing"));
            assertThat(moved.exitCode()).as(moved.err()).isZero();
            ToolRun failed = schedule("run", "--wait");
            assertThat(failed.exitCode()).isNotZero();
            assertThat(failed.err()).contains("Directory " + file("missing") + " does not exist.");
        }
        assertThat(schedule("set", "--suspend", "--every", "6h").out())
                .contains("changed: 0 */6 * * *", "It is suspended.");
        assertThat(spec("default").suspend()).isTrue();
        assertThat(spec("default").keepLast()).isEqualTo(2);
        assertThat(spec("default").includeEtcd()).isFalse();

        assertThat(schedule("delete", "--yes").exitCode()).isZero();
        assertThat(secret("default-backup-key")).isNull();
        assertThat(schedule("delete", "--yes").exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
    }

    @Test
    void credentialsAndPassphraseAreStoredInSecrets() {
        Map<String, String> environment = Map.of("AWS_ACCESS_KEY_ID", "access", "AWS_SECRET_ACCESS_KEY", "hunter2");
        ToolRun created = schedule(
                environment,
                "set",
                "--name",
                "weekly",
                "--every",
                "7d",
                "--to",
                "s3://backups/demo",
                "--s3-endpoint",
                "https://s3.example.org",
                "--passphrase-file",
                file("pass"));

        assertThat(created.exitCode()).as(created.err()).isZero();
        assertThat(created.out() + created.err()).doesNotContain("hunter2", "horse");
        assertThat(spec("weekly").schedule()).isEqualTo("0 0 * * 0");
        assertThat(spec("weekly").s3().endpoint()).isEqualTo("https://s3.example.org");
        assertThat(secret("weekly-backup-storage").getData()).containsOnlyKeys("accessKeyID", "secretAccessKey");
        assertThat(secret("weekly-backup-key").getData()).containsOnlyKeys("passphrase");
        assertThat(schedule("set", "--name", "weekly", "--keep-last", "3").exitCode())
                .as("without credentials in the environment")
                .isZero();
        assertThat(spec("weekly").s3().endpoint()).isEqualTo("https://s3.example.org");

        ToolRun shared =
                schedule(environment, "set", "--at", "01:00", "--to", "s3://backups/demo/", "--key-file", file("key"));
        assertThat(shared.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(shared.err()).contains("Backup schedule \"weekly\" has the same location.");
        assertThat(secret("default-backup-key")).as("nothing is changed").isNull();
    }

    @Test
    void everyProblemIsReportedAndNothingIsChanged() {
        ToolRun missing = schedule("set", "--name", "Not Valid", "--keep-last", "0");
        assertThat(missing.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        assertThat(missing.err()).contains("--name", "--every", "--to", "--keep-last");
        for (List<String> words : List.of(
                List.of("--every", "7h"),
                List.of("--every", "6h", "--at", "01:00"),
                List.of("--at", "25:00"),
                List.of("--schedule", "0 0 31 2 *"),
                List.of("--schedule", "0 0 * * *", "--every", "6h"))) {
            List<String> all = new ArrayList<>(List.of("set", "--to", "/backups", "--key-file", file("key")));
            all.addAll(words);
            assertThat(schedule(all.toArray(String[]::new)).exitCode())
                    .as(words.toString())
                    .isEqualTo(ErrorKind.USAGE.exitCode());
        }
        assertThat(schedule("set", "--at", "01:00", "--to", "relative", "--key-file", file("key"))
                        .err())
                .contains("use s3://BUCKET/PREFIX");
        assertThat(schedule("set", "--at", "01:00", "--to", "s3://backups/x", "--key-file", file("key"))
                        .err())
                .contains("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
        assertThat(client.resources(BackupSchedule.class)
                        .inAnyNamespace()
                        .list()
                        .getItems())
                .isEmpty();
        assertThat(secret("default-backup-key")).isNull();
    }
}
