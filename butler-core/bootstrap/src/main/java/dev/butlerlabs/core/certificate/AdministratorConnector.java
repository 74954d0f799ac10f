package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.node.ClusterMachineRepository;
import dev.butlerlabs.core.status.TalosconfigReader;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Connects to a management cluster whose kubeconfig has expired: with a kubeconfig that a machine issues, or with one that is generated from the
 * secrets of the cluster. Nothing is stored.
 */
public final class AdministratorConnector {
    private static final Set<ErrorCode> REJECTIONS =
            EnumSet.of(ErrorCode.UNAUTHENTICATED, ErrorCode.EXPIRED_CREDENTIALS, ErrorCode.UNTRUSTED_CERTIFICATE);

    private final KubeConnector connector;
    private final ClientFilesGenerator generator;
    private final Clock clock;
    private final Consumer<String> messages;

    /** @param messages receives which credentials are used instead */
    public AdministratorConnector(
            KubeConnector connector, ClientFilesGenerator generator, Clock clock, Consumer<String> messages) {
        this.connector = connector;
        this.generator = generator;
        this.clock = clock;
        this.messages = messages;
    }

    /**
     * Returns a client to use instead of one that is rejected. The caller closes it.
     *
     * @param talosconfig with which a machine can be asked; empty if it is not known
     * @param secrets of the cluster, if they are known from elsewhere
     * @return empty if the client is accepted
     * @throws ButlerException if other credentials do not exist, or the API cannot be read for another reason
     */
    public Optional<KubernetesClient> replacement(
            KubernetesClient client, Optional<Path> talosconfig, Optional<SecretsBundle> secrets) {
        try {
            new ClusterMachineRepository(client).bootstrap();
            return Optional.empty();
        } catch (ButlerException e) {
            if (!REJECTIONS.contains(e.code())) {
                throw e;
            }
            String server = client.getMasterUrl().toString().replaceFirst("/$", "");
            return Optional.of(connector.connect(
                    secrets.map(bundle -> generated(bundle, server)).orElseGet(() -> issued(e, talosconfig, server))));
        }
    }

    private Kubeconfig generated(SecretsBundle secrets, String server) {
        messages.accept("The Kubernetes API rejects the kubeconfig. Using one that is generated from the secrets.");
        return Kubeconfig.parse(
                YamlWriter.write(generator.kubeconfig(secrets, "cluster", server)), "the generated kubeconfig");
    }

    private Kubeconfig issued(ButlerException rejection, Optional<Path> talosconfig, String server) {
        ClientConfiguration.Context context = talosconfig
                .map(file -> new TalosconfigReader(file).context())
                .filter(found -> found.credentials().expiry().isAfter(clock.instant()))
                .orElseThrow(
                        () -> new ButlerException(
                                rejection.code(),
                                "The kubeconfig is rejected (%s), and no valid talosconfig is known."
                                        .formatted(rejection.getMessage().replaceFirst("\\.$", "")),
                                "Pass the secrets of the cluster with --secrets-file FILE; butleradm backup extract writes them from a backup."));
        ButlerException failure = rejection;
        for (NodeAddress machine : context.targets()) {
            try (TalosClient talos = new TalosMachineAccess(context, clock).connect(machine)) {
                Kubeconfig kubeconfig = Kubeconfig.parse(talos.kubeconfig(), "the kubeconfig of " + machine);
                messages.accept("The Kubernetes API rejects the kubeconfig. Using one that machine %s issued."
                        .formatted(machine));
                return kubeconfig.withServer(kubeconfig.usualContext().orElseThrow(), server);
            } catch (ButlerException e) {
                failure = e;
            }
        }
        throw failure;
    }
}
