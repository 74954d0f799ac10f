package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.bootstrap.step.SecretsStep;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Causes in the files by which a command reaches a cluster. */
final class AccessFaults {
    private static final SecureRandom RANDOM = new SecureRandom();

    private AccessFaults() {}

    static List<OperationFaultCase> cases() {
        return List.of(
                OperationFaultCase.of(
                        "the API server does not run",
                        "node list",
                        world -> world.failWith(world.tool(), closedPort(world), "node", "list"),
                        "127.0.0.1:1",
                        "cannot connect"),
                OperationFaultCase.of(
                        "the kubeconfig has the CA of another cluster",
                        "node list",
                        world -> world.failWith(world.tool(), withOtherAuthority(world), "node", "list"),
                        "certificate"),
                OperationFaultCase.of(
                        "the kubeconfig has a client certificate of another cluster",
                        "node list",
                        world -> world.failWith(world.tool(), withOtherClient(world), "node", "list"),
                        "unauthorized"),
                OperationFaultCase.of(
                        "the kubeconfig belongs to a cluster without Butler",
                        "node list",
                        AccessFaults::foreignCluster,
                        "not a Butler management cluster"),
                OperationFaultCase.of(
                        "no talosconfig is found next to the kubeconfig",
                        "upgrade apply",
                        world -> world.failWith(
                                world.tool(),
                                Files.copy(world.cluster().kubeconfig(), world.file("copied")),
                                "upgrade",
                                "apply"),
                        "No talosconfig",
                        "--talosconfig"),
                OperationFaultCase.of(
                        "the talosconfig belongs to another cluster",
                        "backup create",
                        world -> backup(world, talosconfig(world, otherSecrets(), "os:admin", Clock.systemUTC())),
                        "another cluster"),
                OperationFaultCase.of(
                        "the talosconfig has a role that may only read",
                        "backup create",
                        world -> backup(world, talosconfig(world, secrets(world), "os:reader", Clock.systemUTC())),
                        "roles of these credentials"),
                OperationFaultCase.of(
                        "the client certificate in the talosconfig has expired",
                        "backup create",
                        world -> backup(
                                world,
                                talosconfig(
                                        world,
                                        secrets(world),
                                        "os:admin",
                                        Clock.offset(Clock.systemUTC(), Duration.ofDays(-400)))),
                        "client certificate",
                        "expired"));
    }

    private static String backup(OperationFaultWorld world, Path talosconfig) {
        return world.fail(
                "backup",
                "create",
                "--to",
                world.file("backups").toString(),
                "--key-file",
                world.file("key").toString(),
                "--talosconfig",
                talosconfig.toString());
    }

    private static Path closedPort(OperationFaultWorld world) throws IOException {
        String text = Files.readString(world.cluster().kubeconfig());
        return Files.writeString(world.file("closed"), text.replaceAll("https://[^\\s\"]+", "https://127.0.0.1:1"));
    }

    private static Path withOtherAuthority(OperationFaultWorld world) throws IOException {
        String text = Files.readString(world.cluster().kubeconfig());
        return Files.writeString(
                world.file("other-authority"),
                text.replaceAll(
                        "certificate-authority-data: \\S+",
                        "certificate-authority-data: "
                                + encoded(otherSecrets().kubernetes().certificate())));
    }

    private static Path withOtherClient(OperationFaultWorld world) throws IOException {
        CertificateAndKey client =
                new ClientFilesGenerator(RANDOM, Clock.systemUTC()).kubernetesAdministrator(otherSecrets());
        String text = Files.readString(world.cluster().kubeconfig());
        return Files.writeString(
                world.file("other-client"),
                text.replaceAll(
                                "client-certificate-data: \\S+",
                                "client-certificate-data: " + encoded(client.certificate()))
                        .replaceAll("client-key-data: \\S+", "client-key-data: " + encoded(client.key())));
    }

    private static String foreignCluster(OperationFaultWorld world) throws IOException {
        try (EmbeddedApiServer api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory())) {
            Path kubeconfig = Files.writeString(world.file("foreign"), api.kubeconfig());
            return world.failWith(world.tool(), kubeconfig, "node", "list");
        }
    }

    /** Returns the secrets of the cluster. */
    private static SecretsBundle secrets(OperationFaultWorld world) {
        return SecretsBundle.parse(
                "test",
                SecretsStep.value(
                        world.client()
                                .secrets()
                                .inNamespace(Namespaces.SYSTEM)
                                .withName(BootstrapObjectNames.talosSecrets("demo"))
                                .get(),
                        BootstrapObjectNames.SECRETS_KEY));
    }

    private static SecretsBundle otherSecrets() {
        return KeyPool.secrets(new SecretsGenerator(RANDOM, Clock.systemUTC()), VersionContract.parse("v1.13.9"));
    }

    /** Writes a talosconfig for the machine demo-cp-0. */
    private static Path talosconfig(OperationFaultWorld world, SecretsBundle secrets, String role, Clock clock)
            throws IOException {
        CertificateAndKey client = new ClientFilesGenerator(RANDOM, clock).talosClient(secrets, List.of(role));
        String address =
                world.cluster().machine("demo-cp-0").address().getAddress().getHostAddress();
        Map<String, Object> context = Map.of(
                "endpoints",
                List.of(address),
                "ca",
                encoded(secrets.os().certificate()),
                "crt",
                encoded(client.certificate()),
                "key",
                encoded(client.key()));
        return Files.writeString(
                world.file("talosconfig-" + RANDOM.nextInt()),
                YamlWriter.write(Map.of("context", "demo", "contexts", Map.of("demo", context))));
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }
}
