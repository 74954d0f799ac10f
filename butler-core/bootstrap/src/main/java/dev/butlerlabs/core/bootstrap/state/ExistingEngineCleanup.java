package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.bootstrap.cleanup.OrphanedResourceCleanup;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.provider.OwnerId;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An existing Kubernetes API used as the engine of a bootstrap. It stores the resources of the bootstrap as long as the machines exist:
 * other controllers in that cluster could otherwise delete the machines together with the resources.
 */
public final class ExistingEngineCleanup {
    private final String cluster;
    private final Path kubeconfig;

    private ExistingEngineCleanup(String cluster, Path kubeconfig) {
        this.cluster = cluster;
        this.kubeconfig = kubeconfig;
    }

    /** Returns the existing engine of a cluster; empty if the cluster uses an engine of its own. */
    public static Optional<ExistingEngineCleanup> of(ClusterDirectory folder) {
        return PreviousEngineRecord.in(folder.engine())
                .filter(begun -> begun.kind() == EngineType.EXISTING)
                .flatMap(PreviousEngineRecord::kubeconfig)
                .map(file -> new ExistingEngineCleanup(folder.cluster(), file));
    }

    /**
     * Rejects a cluster of this name that another operator started on the engine, or that is being deleted.
     *
     * @throws ButlerException with CONFLICT
     */
    public static void requireOurs(Kubeconfig access, ClusterDirectory folder) {
        Optional<ClusterBootstrap> found;
        try (KubernetesClient client = new KubeConnector("butleradm").connect(access)) {
            found = find(client, folder.cluster());
        }
        found.ifPresent(bootstrap -> requireOurs(bootstrap, folder));
    }

    /** Rejects a ClusterBootstrap of another operator, and one that is being deleted. */
    public static void requireOurs(ClusterBootstrap bootstrap, ClusterDirectory folder) {
        String owner = MachineRequestRenderer.owner(bootstrap);
        if (!folder.keptOwner().equals(Optional.of(owner))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Cluster %s on the engine was started by another operator; its owner is %s."
                            .formatted(folder.cluster(), owner),
                    "Choose another name. If it is the same cluster and no other operator works on it, write that owner to %s."
                            .formatted(folder.owner()));
        }
        if (bootstrap.isMarkedForDeletion()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Cluster %s is being deleted from the engine.".formatted(folder.cluster()),
                    "Finish the deletion first: butleradm destroy " + folder.cluster());
        }
    }

    /**
     * Deletes the resources of the cluster from the engine after the cluster itself is gone. Idempotent: repeat it after an interruption.
     */
    public void vacate(OwnerId owner, ProgressReporter progress) {
        ProgressStep step = progress.start("EngineVacated", "Deleting the cluster's resources from the engine");
        try (KubernetesClient client = new KubeConnector("butleradm").connect(access())) {
            Optional<ClusterBootstrap> found = find(client, cluster);
            if (found.isEmpty()) {
                step.done("No resources found");
            } else if (!MachineRequestRenderer.owner(found.get()).equals(owner.uid())) {
                step.done("Kept: another cluster with this name exists");
            } else {
                step.done("%d resources deleted"
                        .formatted(new OrphanedResourceCleanup(client, found.get(), progress).remove()));
            }
        }
    }

    private Kubeconfig access() {
        return new KubeconfigFile(kubeconfig)
                .readIfPresent()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREADABLE_FILE,
                        "The engine stores resources of cluster %s, but its kubeconfig %s does not exist."
                                .formatted(cluster, kubeconfig),
                        "Restore the file and try again."));
    }

    private static Optional<ClusterBootstrap> find(KubernetesClient client, String cluster) {
        return KubeErrorMapper.translating(
                "reading ClusterBootstrap %s in the engine".formatted(cluster),
                () -> Optional.ofNullable(client.resources(ClusterBootstrap.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(cluster)
                        .get()));
    }
}
