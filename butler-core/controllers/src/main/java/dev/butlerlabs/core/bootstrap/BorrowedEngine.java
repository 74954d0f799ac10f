package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.provider.OwnerId;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Somebody else's Kubernetes API that a cluster was made with. It keeps the resources of the bootstrap for as long as there are
 * machines: other programs that reconcile such resources there would remove the machines with them.
 */
public final class BorrowedEngine {
    private final String cluster;
    private final Path kubeconfig;

    private BorrowedEngine(String cluster, Path kubeconfig) {
        this.cluster = cluster;
        this.kubeconfig = kubeconfig;
    }

    /** The one that a cluster was begun with, unless it was begun with an engine of its own. */
    public static Optional<BorrowedEngine> of(ClusterFolder folder) {
        return BegunEngine.in(folder.engine())
                .filter(begun -> begun.kind() == EngineKind.EXISTING)
                .flatMap(BegunEngine::kubeconfig)
                .map(file -> new BorrowedEngine(folder.cluster(), file));
    }

    /** Lets nobody go on with a cluster of this name which somebody else began there, or which is on its way out. */
    public static void requireOurs(Kubeconfig access, ClusterFolder folder) {
        Optional<ClusterBootstrap> found;
        try (KubernetesClient client = new KubeConnector("butleradm").connect(access)) {
            found = find(client, folder.cluster());
        }
        found.ifPresent(bootstrap -> requireOurs(bootstrap, folder));
    }

    /** Rejects a ClusterBootstrap of another operator, and one that is being deleted. */
    static void requireOurs(ClusterBootstrap bootstrap, ClusterFolder folder) {
        String owner = MachineRequests.owner(bootstrap);
        if (!folder.keptOwner().equals(Optional.of(owner))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "The engine has a cluster %s that another operator started; its owner is %s."
                            .formatted(folder.cluster(), owner),
                    "Choose another name. If it is the same cluster and no other operator works on it, write that owner into %s."
                            .formatted(folder.owner()));
        }
        if (bootstrap.isMarkedForDeletion()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Cluster %s is being removed from the engine.".formatted(folder.cluster()),
                    "Finish that first: butleradm destroy " + folder.cluster());
        }
    }

    /** Takes back what is there of the cluster, since nothing else is left of it. Ended half-way it can be asked again. */
    public void vacate(OwnerId owner, ProgressReporter progress) {
        ProgressStep step = progress.start("EngineVacated", "Taking back what the engine keeps of the cluster");
        try (KubernetesClient client = new KubeConnector("butleradm").connect(access())) {
            Optional<ClusterBootstrap> found = find(client, cluster);
            if (found.isEmpty()) {
                step.done("nothing is there");
            } else if (!MachineRequests.owner(found.get()).equals(owner.uid())) {
                step.done("another cluster of this name is there, and stays");
            } else {
                step.done("%d removed".formatted(new EngineRemains(client, found.get(), progress).remove()));
            }
        }
    }

    private Kubeconfig access() {
        return new KubeconfigFile(kubeconfig)
                .readIfPresent()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREADABLE_FILE,
                        "The engine keeps resources of cluster %s, and its kubeconfig %s is gone."
                                .formatted(cluster, kubeconfig),
                        "Put the file back and run the command again."));
    }

    private static Optional<ClusterBootstrap> find(KubernetesClient client, String cluster) {
        return KubeErrors.translating(
                "reading ClusterBootstrap %s in the engine".formatted(cluster),
                () -> Optional.ofNullable(client.resources(ClusterBootstrap.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(cluster)
                        .get()));
    }
}
