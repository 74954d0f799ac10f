package dev.butlerlabs.adm.certs;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.certificate.AdministratorConnector;
import dev.butlerlabs.core.certificate.CaRotationPlan;
import dev.butlerlabs.core.certificate.CaRotationPlanner;
import dev.butlerlabs.core.certificate.ClientCredential;
import dev.butlerlabs.core.certificate.ClusterAuthority;
import dev.butlerlabs.core.certificate.CredentialRotation;
import dev.butlerlabs.core.certificate.LiveCredentialVerifier;
import dev.butlerlabs.core.certificate.LocalCredentialFiles;
import dev.butlerlabs.core.certificate.RenewedCredential;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.operation.ClusterOperationLock;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.operation.OperationTimeouts;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Renews client certificates, and plans rotations of CAs. A class of its own, because picocli inspects command classes and would load the clients
 * for every command.
 */
final class CertsRotateAction {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration REQUEST = Duration.ofSeconds(20);

    private final StatusTarget target;
    private final Clock clock;
    private final KubeConnector connector = new KubeConnector("butleradm", CONNECT, REQUEST);

    CertsRotateAction(StatusTarget target, Clock clock) {
        this.target = target;
        this.clock = clock;
    }

    CaRotationPlan plan(ClusterAuthority authority) {
        try (KubernetesClient client = target.connect(REQUEST)) {
            return new CaRotationPlanner(client)
                    .plan(authority, target.commands().selection());
        }
    }

    /** @param secretsFile the secrets of the cluster, if they cannot be read from it */
    List<RenewedCredential> rotate(
            Set<ClientCredential> credentials, Optional<Path> secretsFile, Duration limit, ProgressReporter progress) {
        Optional<SecretsBundle> secrets = secretsFile.map(CertsRotateAction::secrets);
        ClientFilesGenerator generator = new ClientFilesGenerator(new SecureRandom(), clock);
        AdministratorConnector administrator =
                new AdministratorConnector(connector, generator, clock, progress::message);
        try (KubernetesClient usual = target.connect(REQUEST)) {
            Optional<KubernetesClient> other = administrator.replacement(usual, target.talosconfig(), secrets);
            try (KubernetesClient client = other.orElse(usual);
                    ClusterOperationLock lock = ClusterOperationLock.acquire(
                            client, Namespaces.SYSTEM, "certs rotate", clock, progress::message)) {
                OperationLoop loop = new OperationLoop(
                        progress, clock, Sleeper.SYSTEM, OperationTimeouts.within(limit), lock::ensureHeld);
                BootstrapOptions options = BootstrapOptions.standard().withClock(clock);
                return new CredentialRotation(
                                client,
                                generator,
                                new LiveCredentialVerifier(
                                        client, connector, MachineAccessSelector.overNetwork(options), options),
                                files(),
                                loop)
                        .run(credentials);
            }
        }
    }

    private static SecretsBundle secrets(Path file) {
        return SecretsBundle.parse(
                file.toString(),
                AtomicFile.read(file)
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.UNREADABLE_FILE, "Secrets file %s does not exist.".formatted(file))));
    }

    /** Of several kubeconfigs, the first with the context is the one in effect. */
    private LocalCredentialFiles files() {
        Optional<Path> kubeconfig = target.kubeconfigs().stream()
                .filter(file -> target.context()
                        .map(context ->
                                new KubeconfigFile(file).read().contexts().contains(context))
                        .orElse(true))
                .findFirst();
        return new LocalCredentialFiles(kubeconfig, target.context(), target.talosconfig());
    }
}
