package dev.butlerlabs.core.bootstrap.cleanup;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.PreviousEngineRecord;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * Connects to the infrastructure of a cluster with the ProviderConfig stored in the engine of an unfinished run, otherwise in the cluster
 * itself. Credentials are stored nowhere else. Not thread-safe.
 */
public final class ProviderAccessRecovery {
    private final ClusterDirectory folder;
    private final ProviderRegistry providers;
    private final ProgressReporter progress;

    public ProviderAccessRecovery(ClusterDirectory folder, ProviderRegistry providers, ProgressReporter progress) {
        this.folder = folder;
        this.providers = providers;
        this.progress = progress;
    }

    /**
     * Connects to the infrastructure. The caller closes the connection.
     *
     * @throws ButlerException with NOT_FOUND if no stored resources name the infrastructure
     */
    public ConnectedInfrastructure open() {
        Optional<PreviousEngineRecord> engine = PreviousEngineRecord.in(folder.engine());
        if (engine.isPresent() && engine.get().kubeconfig().isEmpty()) {
            return inEmbeddedEngine();
        }
        return new KubeconfigFile(
                        engine.flatMap(PreviousEngineRecord::kubeconfig).orElseGet(folder::kubeconfig))
                .readIfPresent()
                .map(this::in)
                .orElseThrow(() -> unknown("No local state for cluster %s.".formatted(folder.cluster())));
    }

    private ConnectedInfrastructure inEmbeddedEngine() {
        try (EmbeddedEngine engine = EmbeddedEngine.start(
                new EmbeddedEngineOptions(Optional.of(folder.engine()), 0, Optional.empty()), progress)) {
            return in(engine.access());
        }
    }

    private ConnectedInfrastructure in(Kubeconfig access) {
        try (KubernetesClient client = new KubeConnector("butleradm").connect(access)) {
            List<ClusterBootstrap> known = KubeErrorMapper.translating(
                    "listing ClusterBootstraps",
                    () -> client.resources(ClusterBootstrap.class)
                            .inAnyNamespace()
                            .list()
                            .getItems());
            return known.stream()
                    .filter(one -> one.getMetadata().getName().equals(folder.cluster()))
                    .findFirst()
                    .map(one -> connect(client, provider(one)))
                    .orElseThrow(() -> unknown("The stored resources of cluster %s do not contain its ProviderConfig."
                            .formatted(folder.cluster())));
        }
    }

    /** An earlier deletion may already have removed the ProviderConfig. */
    private ConnectedInfrastructure connect(KubernetesClient client, ObjectName config) {
        try {
            return new ProviderConfigClient(client).connect(config, providers);
        } catch (ButlerException e) {
            throw e.code() == ErrorCode.NOT_FOUND ? unknown(e.getMessage()) : e;
        }
    }

    static ObjectName provider(ClusterBootstrap bootstrap) {
        String namespace = Optional.ofNullable(bootstrap.getSpec().providerRef().namespace())
                .filter(text -> !text.isEmpty())
                .orElseGet(() -> bootstrap.getMetadata().getNamespace());
        return new ObjectName(namespace, bootstrap.getSpec().providerRef().name());
    }

    private static ButlerException unknown(String sentence) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                sentence,
                "Specify its bootstrap file with -c: the ownership tags are sufficient to find the resources.");
    }
}
