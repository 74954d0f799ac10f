package dev.butlerlabs.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.bootstrap.step.JoinedMachines;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.operation.OperationTimeouts;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A management cluster in memory, and the files of a machine. Each {@link #rotation} is that of a new process. */
final class RotationWorld implements CrashPositions.World, CredentialVerifier {
    static final SecretsBundle SECRETS = SecretsBundle.parse("test", JoinedMachines.secrets());
    static final String NAMESPACE = "butler-system";
    private static final SecureRandom RANDOM = new SecureRandom();

    final SteppedClock clock = new SteppedClock();
    private final EffectLog effects = new EffectLog();
    final InMemoryKubernetes api = InMemoryKubernetes.open(clock, effects);
    private final ClientFilesGenerator generator = new ClientFilesGenerator(RANDOM, clock);
    /** Serial numbers of the certificates that the APIs accept. */
    private final Set<String> accepted = new HashSet<>();

    private final Path directory;
    final Path kubeconfig;
    final Path talosconfig;
    Optional<ButlerException> kubernetesRejection = Optional.empty();
    Optional<ButlerException> talosRejection = Optional.empty();

    RotationWorld() {
        try {
            directory = Files.createTempDirectory("rotation");
            kubeconfig = directory.resolve("demo-kubeconfig");
            talosconfig = directory.resolve("demo-talosconfig");
            create();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        clock.pass(60);
    }

    private void create() throws IOException {
        client().resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        client().resource(client().getKubernetesSerialization()
                        .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterBootstrap
                        metadata: {name: demo, namespace: butler-system}
                        spec:
                          provider: nutanix
                          providerRef: {name: rack}
                          cluster:
                            name: demo
                            topology: ha
                            controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                            workers: {replicas: 2, cpu: 4, memoryMB: 8192, diskGB: 50}
                          network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.100}
                          talos: {version: v1.14.1, schematic: "%s"}
                        """.formatted("3".repeat(64)), ClusterBootstrap.class))
                .create();
        String talos = YamlWriter.write(
                generator.talosconfig(SECRETS, "demo", List.of("10.0.0.10"), List.of("10.0.0.10", "10.0.0.11")));
        String kubernetes = YamlWriter.write(generator.kubeconfig(SECRETS, "demo", "https://10.0.0.100:6443"));
        secret("demo-talos-secrets", Map.of("secrets.yaml", SECRETS.yaml(), "talosconfig", talos));
        secret("demo-kubeconfig", Map.of("kubeconfig", kubernetes));
        Files.writeString(talosconfig, talos);
        Kubeconfig local = Kubeconfig.parse(kubernetes, "test");
        Files.writeString(
                kubeconfig,
                local.withServer(local.usualContext().orElseThrow(), "https://127.0.0.1:6443")
                        .toYaml());
        serials().values().forEach(accepted::add);
    }

    private void secret(String name, Map<String, String> values) {
        client().resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(name)
                        .endMetadata()
                        .withStringData(values)
                        .build())
                .create();
    }

    KubernetesClient client() {
        return api.client();
    }

    StoredCredentials stored() {
        return new StoredCredentials(client());
    }

    ClusterBootstrap bootstrap() {
        return stored().bootstrap();
    }

    CredentialRotation rotation() {
        return rotation(Optional.of(kubeconfig), Optional.of(talosconfig));
    }

    CredentialRotation rotation(Optional<Path> localKubeconfig, Optional<Path> localTalosconfig) {
        return new CredentialRotation(
                client(),
                generator,
                this,
                new LocalCredentialFiles(localKubeconfig, Optional.empty(), localTalosconfig, this::write),
                new OperationLoop(
                        new ProgressReporter(event -> {}, clock),
                        clock,
                        pause -> clock.pass(pause.toSeconds()),
                        new OperationTimeouts(Duration.ofSeconds(2), Duration.ofMinutes(2), Duration.ZERO),
                        () -> {}));
    }

    private void write(Path file, String text) {
        effects.requireAlive();
        AtomicFile.write(file, text);
        effects.add("write " + file.getFileName());
    }

    @Override
    public void requireKubernetesAccess(String renewed) {
        effects.requireAlive();
        kubernetesRejection.ifPresent(rejection -> {
            throw rejection;
        });
        accepted.add(kubernetes(renewed).serial());
    }

    @Override
    public void requireTalosAccess(String renewed) {
        effects.requireAlive();
        talosRejection.ifPresent(rejection -> {
            throw rejection;
        });
        accepted.add(new TalosconfigEditor("test", renewed).certificate().serial());
    }

    private static CertificateDetails kubernetes(String text) {
        return KubeconfigEditor.parse("test", text, Optional.empty())
                .certificate()
                .orElseThrow();
    }

    /** Returns the serial numbers by place. */
    Map<String, String> serials() {
        ClusterBootstrap bootstrap = bootstrap();
        return Map.of(
                "stored talosconfig",
                stored().talosconfig(bootstrap).certificate().serial(),
                "stored kubeconfig",
                stored().kubeconfig(bootstrap).certificate().orElseThrow().serial(),
                "talosconfig",
                new TalosconfigEditor("test", text(talosconfig)).certificate().serial(),
                "kubeconfig",
                kubernetes(text(kubeconfig)).serial());
    }

    String text(Path file) {
        return AtomicFile.read(file).orElseThrow();
    }

    /** Verifies that every place has credentials that were tried. */
    void requireAccessEverywhere() {
        assertThat(accepted).containsAll(serials().values());
    }

    @Override
    public EffectLog effects() {
        return effects;
    }

    /** Keys differ between two runs, and are not compared: only whether a place has the stored certificate. */
    @Override
    public Map<String, ?> state() {
        Map<String, Object> state = new HashMap<>();
        api.objects(RotationWorld::redacted).forEach(state::put);
        Map<String, String> serials = serials();
        state.put("talosconfig", serials.get("talosconfig").equals(serials.get("stored talosconfig")));
        state.put("kubeconfig", serials.get("kubeconfig").equals(serials.get("stored kubeconfig")));
        return state;
    }

    private static JsonNode redacted(JsonNode object) {
        if (object.path("kind").asText().equals("Secret") && object.path("data") instanceof ObjectNode data) {
            data.fieldNames().forEachRemaining(name -> data.put(name, "redacted"));
        }
        return object;
    }

    @Override
    public void close() {
        api.close();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
