package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code cluster backup} and {@code cluster restore}. The test writes the status that the controllers would. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@Tag("slow")
class TenantBackupTest {
    private static final String VERSION = "v1.37.2";

    @TempDir
    private static Path folder;

    @TempDir
    private Path backups;

    private static ClusterBench bench;
    private static Path key;

    private Tenant tenant;

    /** The API of a tenant cluster. */
    private record Tenant(EmbeddedApiServer api, KubernetesClient client) implements AutoCloseable {
        static Tenant start() {
            EmbeddedApiServer api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
            return new Tenant(api, new KubeConnector("test").connect(Kubeconfig.parse(api.kubeconfig(), "tenant")));
        }

        String color() {
            return client.configMaps()
                    .inNamespace("apps")
                    .withName("settings")
                    .get()
                    .getData()
                    .get("color");
        }

        @Override
        public void close() {
            client.close();
            api.close();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        bench = ClusterBench.start(folder);
        List.of("demo", "copy", "created").forEach(name -> bench.namespace(name + "-parts"));
        key = Files.write(folder.resolve("key"), new byte[32]);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @BeforeEach
    void prepare() {
        bench.provider("rack");
        tenant = Tenant.start();
        tenant.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("apps")
                        .endMetadata()
                        .build())
                .create();
        settings(tenant, "blue");
        create("demo", tenant);
    }

    @AfterEach
    void forgetAll() {
        bench.forgetAll();
        List.of("demo", "copy", "created")
                .forEach(name ->
                        bench.client().secrets().inNamespace(name + "-parts").delete());
        tenant.close();
    }

    private static void create(String name, Tenant api) {
        ToolRun run = bench.run("create", name, "--workers", "1", "--k8s-version", VERSION);
        assertThat(run.exitCode()).as(run.err()).isZero();
        serve(name, api);
    }

    /** What the controllers do. */
    private static void serve(String name, Tenant api) {
        bench.adminKubeconfig(name, Kubeconfig.parse(api.api().kubeconfig(), "tenant"));
        bench.ready(name, 1, VERSION);
    }

    private static void settings(Tenant api, String color) {
        api.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("settings")
                        .withNamespace("apps")
                        .endMetadata()
                        .withData(Map.of("color", color))
                        .build())
                .create();
    }

    @Test
    void aLostObjectReturns() throws IOException {
        String backup = backup();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(backup))))
                .isEqualTo("rw-------");
        tenant.client().configMaps().inNamespace("apps").withName("settings").delete();

        ToolRun restored = withKey("restore", backup, "--yes");

        assertThat(restored.exitCode()).as(restored.err()).isZero();
        assertThat(restored.out()).startsWith("1 object restored into TenantCluster butler-tenants/demo, ");
        assertThat(tenant.color()).isEqualTo("blue");
        ToolRun again = withKey("restore", backup, "--yes", "-o", "json");
        assertThat(again.out()).contains("\"objects\": {}", "\"into\": \"butler-tenants/demo\"", "\"omitted\"");
    }

    @Test
    void objectsWithOtherContentAreReportedAndOverwrittenOnRequest() throws IOException {
        String backup = backup();
        tenant.client().configMaps().inNamespace("apps").withName("settings").delete();
        settings(tenant, "red");

        ToolRun rejected = withKey("restore", backup, "--yes");
        assertThat(rejected.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(rejected.err())
                .contains("ConfigMap apps/settings: it exists with other content", "Nothing was changed");
        assertThat(tenant.color()).isEqualTo("red");

        assertThat(withKey("restore", backup, "--yes", "--force").exitCode()).isZero();
        assertThat(tenant.color()).isEqualTo("blue");
    }

    @Test
    void restoresIntoAnotherTenantCluster() throws IOException {
        String backup = backup();
        try (Tenant other = Tenant.start()) {
            create("copy", other);
            ToolRun restored = withKey("restore", backup, "copy", "--yes");
            assertThat(restored.exitCode()).as(restored.err()).isZero();
            assertThat(other.color()).isEqualTo("blue");
        }
    }

    @Test
    void createsAMissingTenantClusterAndWaitsForIt() throws IOException {
        String backup = backup();
        try (Tenant other = Tenant.start()) {
            CompletableFuture<ToolRun> run =
                    CompletableFuture.supplyAsync(() -> withKey("restore", backup, "created", "--yes"));
            bench.client()
                    .resources(TenantCluster.class)
                    .inNamespace("butler-tenants")
                    .withName("created")
                    .waitUntilCondition(cluster -> cluster != null, 60, TimeUnit.SECONDS);
            serve("created", other);

            ToolRun restored = run.join();
            assertThat(restored.exitCode()).as(restored.err()).isZero();
            assertThat(other.color()).isEqualTo("blue");
            assertThat(bench.cluster("created").getSpec())
                    .isEqualTo(bench.cluster("demo").getSpec());
        }
    }

    @Test
    void keepsTheNewestBackups() throws IOException {
        // The names of backups of the same second are equal.
        Files.move(Path.of(backup()), backups.resolve("older.butler-backup"));
        ToolRun second = withKey("backup", "demo", "--to", backups.toString(), "--keep-last", "1", "-o", "json", "-q");
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(second.out())
                .contains("\"configmaps\": ", "\"consistent\": true", "\"namespace\": \"butler-tenants\"");
        assertThat(second.out()).contains(".butler-backup\"", "\"deleted\": [");
        assertThat(files()).hasSize(1);
    }

    @Test
    void rejectsAWrongKeyAndADamagedFile() throws IOException {
        Path backup = Path.of(backup());
        Path wrong = Files.writeString(folder.resolve("wrong"), "a key of another backup, 32 byte");
        ToolRun denied = bench.run("restore", backup.toString(), "--yes", "--key-file", wrong.toString());
        assertThat(denied.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        byte[] content = Files.readAllBytes(backup);
        content[content.length / 2] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged.butler-backup"), content);
        assertThat(withKey("restore", damaged.toString(), "--yes").exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(withKey("restore", backup.toString(), "--yes", "--from", "other/web")
                        .err())
                .contains("Choose one of: butler-tenants/demo.");
    }

    @Test
    void aHibernatedClusterMustBeWokenFirst() throws IOException {
        String backup = backup();
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .edit(cluster -> {
                    cluster.getMetadata().setAnnotations(Map.of(Annotations.HIBERNATED, "2026-11-18T02:00:00Z"));
                    return cluster;
                });
        for (ToolRun run :
                List.of(withKey("backup", "demo", "--to", folder.toString()), withKey("restore", backup, "--yes"))) {
            assertThat(run.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
            assertThat(run.err()).contains("is hibernated", "butlerctl cluster wake demo -n butler-tenants --wait");
        }
        assertThat(files()).hasSize(1);
    }

    @Test
    void usesAnotherKubeconfigOfTheTenantCluster() throws IOException {
        bench.client().secrets().inNamespace("demo-parts").delete();
        Path own = Files.writeString(folder.resolve("own"), tenant.api().kubeconfig());
        assertThat(withKey("backup", "demo", "--to", backups.toString()).err()).contains("has no kubeconfig yet");
        ToolRun run = withKey("backup", "demo", "--to", backups.toString(), "--tenant-kubeconfig", own.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private String backup() throws IOException {
        ToolRun run = withKey("backup", "demo", "--to", backups.toString(), "--verify");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("Backup of tenant cluster butler-tenants/demo written to ")
                .contains("verified");
        return files().getFirst().toString();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(backups)) {
            return files.toList();
        }
    }

    private static ToolRun withKey(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--key-file", key.toString()));
        return bench.run(all.toArray(String[]::new));
    }
}
