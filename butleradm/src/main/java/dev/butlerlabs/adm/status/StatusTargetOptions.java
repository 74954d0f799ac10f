package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select a management cluster by its name or by its kubeconfig, and its talosconfig. */
public final class StatusTargetOptions {
    @Parameters(
            paramLabel = "CLUSTER",
            arity = "0..1",
            description =
                    "Name of a cluster that was created on this machine (default: the cluster of the kubeconfig).")
    private Optional<String> cluster = Optional.empty();

    @Option(
            names = "--talosconfig",
            paramLabel = "FILE",
            description = "Talosconfig to use (default: the one that the bootstrap wrote next to the kubeconfig).")
    private Optional<Path> talosconfig = Optional.empty();

    @Mixin
    private ClusterSelection selection = new ClusterSelection();

    /**
     * Returns the selected cluster.
     *
     * @throws ButlerException if the options contradict each other, or the files of the cluster do not exist
     */
    public StatusTarget target(CommandContext session) {
        return selection.target(session, cluster, talosconfig);
    }
}
