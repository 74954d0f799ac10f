package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.gitops.DriftDetector;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.FluxObjectStatus;
import dev.butlerlabs.core.gitops.FluxResource;
import dev.butlerlabs.core.gitops.GitOpsStatus;
import dev.butlerlabs.core.gitops.KustomizationReader;
import dev.butlerlabs.core.gitops.ObjectDrift;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shows the state of GitOps in a cluster and compares it with a checkout. */
public record GitOpsStatusAction(KubernetesClient cluster, OutputPrinter printer) {
    /**
     * Prints the state.
     *
     * @param checkout a checkout of the repository to compare with
     * @return the exit code: 1 if there are differences
     */
    public int show(Optional<Path> checkout) {
        GitOpsStatus status = new FluxConnection(cluster).status();
        GitOpsStatusText text = new GitOpsStatusText(status, checkout.map(path -> drift(status, path)));
        text.print(printer);
        return text.hasDrift() ? 1 : 0;
    }

    private List<ObjectDrift> drift(GitOpsStatus status, Path checkout) {
        FluxObjectStatus kustomization = status.find(FluxResource.KUSTOMIZATION)
                .filter(FluxObjectStatus::isOwned)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "GitOps is not enabled, so no directory can be compared.",
                        "Run the enable command first."));
        return new DriftDetector(cluster)
                .detect(
                        KustomizationReader.read(
                                checkout, kustomization.spec("path").orElse(".")),
                        kustomization.inventory());
    }
}
