package dev.butlerlabs.adm.bootstrap;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Causes for which a backup cannot be created, read or restored. */
final class BackupFaults {
    private static final String CREATE = "backup create";
    private static final String VERIFY = "backup verify";
    private static final String RESTORE = "restore --objects";

    private BackupFaults() {}

    static List<OperationFaultCase> cases() {
        List<OperationFaultCase> cases = new ArrayList<>(storage());
        cases.addAll(archive());
        cases.addAll(restore());
        cases.add(OperationFaultCase.of(
                "the directory of the file does not exist",
                "support-bundle",
                world -> world.fail(
                        "support-bundle",
                        "-o",
                        world.file("missing/demo.tar.gz").toString()),
                "missing",
                "directory"));
        return cases;
    }

    private static List<OperationFaultCase> storage() {
        return List.of(
                OperationFaultCase.of(
                        "the directory for backups does not exist",
                        CREATE,
                        world -> create(world, world.file("missing").toString()),
                        "missing",
                        "does not exist"),
                OperationFaultCase.of(
                        "the directory for backups is not writable",
                        CREATE,
                        world -> create(world, "/sys/kernel"),
                        "/sys/kernel",
                        "writable"),
                OperationFaultCase.lasting(
                        "the file system of the backups is full",
                        CREATE,
                        BackupFaults::full,
                        "no space left on device"),
                OperationFaultCase.of(
                        "the key file is too short",
                        CREATE,
                        world -> world.fail(
                                "backup",
                                "create",
                                "--to",
                                world.file("backups").toString(),
                                "--key-file",
                                Files.writeString(world.file("short"), "short").toString()),
                        "short",
                        "32 bytes"),
                OperationFaultCase.of(
                        "the credentials of the S3 storage are not set",
                        CREATE,
                        world -> create(world, "s3://backups"),
                        "AWS_ACCESS_KEY_ID",
                        "AWS_SECRET_ACCESS_KEY"),
                OperationFaultCase.of(
                        "the S3 storage does not know the credentials",
                        CREATE,
                        world -> store(
                                world,
                                403,
                                "InvalidAccessKeyId",
                                "The AWS Access Key Id you provided does not exist in our records."),
                        "backups",
                        "InvalidAccessKeyId"),
                OperationFaultCase.of(
                        "the bucket does not exist",
                        CREATE,
                        world -> store(world, 404, "NoSuchBucket", "The specified bucket does not exist"),
                        "bucket backups",
                        "does not exist"),
                OperationFaultCase.of(
                        "the S3 storage is unreachable", CREATE, world -> storeAt(world, 1), "127.0.0.1:1", "connect"));
    }

    private static String create(OperationFaultWorld world, String location) {
        return world.fail(
                "backup",
                "create",
                "--to",
                location,
                "--key-file",
                world.file("key").toString());
    }

    /** The file system of a mount namespace of its own, which only the command sees. */
    private static String full(OperationFaultWorld world) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "unshare",
                "-Urm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=16k none \"$0\" && exec \"$@\"",
                Files.createDirectories(world.file("full")).toString()));
        if (new ProcessBuilder(List.of("unshare", "-Urm", "true")).start().waitFor() != 0) {
            return OperationFaultTableTest.NOT_POSSIBLE;
        }
        words.addAll(world.tool()
                .commandLine(
                        "backup",
                        "create",
                        "--to",
                        world.file("full").toString(),
                        "--key-file",
                        world.file("key").toString(),
                        "--kubeconfig",
                        world.cluster().kubeconfig().toString()));
        return OperationFaultWorld.message(Tool.finish(new ProcessBuilder(words).start()));
    }

    private static String store(OperationFaultWorld world, int status, String code, String message) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] body = "<Error><Code>%s</Code><Message>%s</Message></Error>"
                .formatted(code, message)
                .getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        try {
            return storeAt(world, server.getAddress().getPort());
        } finally {
            server.stop(0);
        }
    }

    private static String storeAt(OperationFaultWorld world, int port) {
        return world.fail(
                world.tool().with("AWS_ACCESS_KEY_ID", "example").with("AWS_SECRET_ACCESS_KEY", "example"),
                "backup",
                "create",
                "--to",
                "s3://backups",
                "--s3-endpoint",
                "http://127.0.0.1:" + port,
                "--key-file",
                world.file("key").toString());
    }

    private static List<OperationFaultCase> archive() {
        return List.of(
                OperationFaultCase.of(
                        "a byte of the backup is damaged",
                        VERIFY,
                        world -> {
                            byte[] content = Files.readAllBytes(world.backup());
                            content[content.length / 2] ^= 1;
                            return verify(world, Files.write(world.file("damaged.butler-backup"), content), "key");
                        },
                        "damaged.butler-backup",
                        "is damaged"),
                OperationFaultCase.of(
                        "the backup is incomplete",
                        VERIFY,
                        world -> {
                            byte[] content = Files.readAllBytes(world.backup());
                            byte[] part = Arrays.copyOf(content, content.length / 2);
                            return verify(world, Files.write(world.file("cut.butler-backup"), part), "key");
                        },
                        "cut.butler-backup",
                        "incomplete"),
                OperationFaultCase.of(
                        "the file is not a backup",
                        VERIFY,
                        world -> verify(
                                world,
                                Files.writeString(
                                        world.file("notes.butler-backup"),
                                        "# Notes\n\nThis file was renamed by mistake.\n"),
                                "key"),
                        "notes.butler-backup",
                        "is not a backup, or is damaged"),
                OperationFaultCase.of(
                        "the key belongs to another backup",
                        VERIFY,
                        world -> {
                            Files.writeString(world.file("other"), "a key of another backup, 32 byte");
                            return verify(world, world.backup(), "other");
                        },
                        "key file does not open"),
                OperationFaultCase.of(
                        "a passphrase is given for a backup with a key file",
                        VERIFY,
                        world -> message(
                                world,
                                "backup",
                                "verify",
                                world.backup().toString(),
                                "--passphrase-file",
                                Files.writeString(world.file("passphrase"), "correct horse\n")
                                        .toString()),
                        "encrypted with a key file"));
    }

    private static String verify(OperationFaultWorld world, Path backup, String key) {
        return message(
                world,
                "backup",
                "verify",
                backup.toString(),
                "--key-file",
                world.file(key).toString());
    }

    private static String message(OperationFaultWorld world, String... words) {
        return OperationFaultWorld.message(world.tool().run(words));
    }

    private static List<OperationFaultCase> restore() {
        return List.of(
                OperationFaultCase.of(
                        "the target has an object with other content",
                        RESTORE,
                        world -> restore(world, target -> {
                            target.resource(new NamespaceBuilder()
                                            .withNewMetadata()
                                            .withName(Namespaces.SYSTEM)
                                            .endMetadata()
                                            .build())
                                    .create();
                            target.resource(new SecretBuilder()
                                            .withNewMetadata()
                                            .withName("demo-talos-secrets")
                                            .withNamespace(Namespaces.SYSTEM)
                                            .endMetadata()
                                            .withStringData(Map.of("secrets.yaml", "other"))
                                            .build())
                                    .create();
                        }),
                        "demo-talos-secrets",
                        "exists with other content"),
                OperationFaultCase.of(
                        "the target does not have the CRDs of Cluster API",
                        RESTORE,
                        world -> restore(world, _ -> {}),
                        "dockerclusters.infrastructure.cluster.x-k8s.io",
                        "does not have this CRD"));
    }

    /** What the target has before. */
    private interface Preparation {
        void in(KubernetesClient target);
    }

    private static String restore(OperationFaultWorld world, Preparation preparation) throws IOException {
        Path backup = ClusterApiObject.backup(world);
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient target =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            preparation.in(target);
            return world.failWith(
                    world.tool(),
                    Files.writeString(world.file("target-kubeconfig"), server.kubeconfig()),
                    "restore",
                    "--objects",
                    backup.toString(),
                    "--key-file",
                    world.file("key").toString(),
                    "--yes");
        }
    }
}
