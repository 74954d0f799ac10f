package dev.butlerlabs.adm.status;

import dev.butlerlabs.adm.bootstrap.ClusterStateLocations;
import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ContextSelection;
import dev.butlerlabs.core.kube.ContextSource;
import dev.butlerlabs.core.status.NextCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select a management cluster, for commands with an optional argument CLUSTER. */
public final class ClusterSelection {
    private static final String SUFFIX = "-kubeconfig";

    @Option(names = "--rehearsal", description = "Use the rehearsal of the cluster.")
    private boolean rehearsal;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    /**
     * Returns the selected cluster.
     *
     * @param cluster name of a cluster that was created on this machine
     * @param talosconfig to use instead of the one that the bootstrap wrote next to the kubeconfig
     * @throws ButlerException if the options contradict each other, or the files of the cluster do not exist
     */
    public StatusTarget target(CommandContext session, Optional<String> cluster, Optional<Path> talosconfig) {
        requireFile(talosconfig);
        if (cluster.isPresent()) {
            return stored(session, cluster.get(), talosconfig);
        }
        if (rehearsal) {
            throw new ButlerException(
                    ErrorCode.USAGE, "--rehearsal requires CLUSTER.", "Add the name of the rehearsed cluster.");
        }
        ContextSelection selected =
                ManagementClusterConnection.search(session).select(connection.kubeconfig(), connection.context());
        List<Path> files = selected.files();
        Optional<Path> only = Optional.of(files.getFirst()).filter(_ -> files.size() == 1);
        boolean isFoundByKubectl = selected.source() == ContextSource.KUBECONFIG_VARIABLE;
        Optional<Path> talos = talosconfig.or(() -> only.flatMap(ClusterSelection::sibling));
        return new StatusTarget(
                only.flatMap(ClusterSelection::clusterName),
                files,
                selected.context(),
                talos,
                new NextCommands(
                        selection(),
                        only.filter(_ -> !isFoundByKubectl).map(Path::toString),
                        selected.context(),
                        talos.map(Path::toString)));
    }

    private String selection() {
        return connection.kubeconfig().map(file -> "--kubeconfig " + file).orElse("")
                + connection.context().map(name -> " --context " + name).orElse("");
    }

    private StatusTarget stored(CommandContext session, String name, Optional<Path> talosconfig) {
        if (connection.kubeconfig().isPresent()) {
            throw new ButlerException(
                    ErrorCode.USAGE, "CLUSTER cannot be used with --kubeconfig.", "Omit one of them.");
        }
        ButlerHome home =
                rehearsal ? ClusterStateLocations.ofRehearsals(session) : ClusterStateLocations.ofThisUser(session);
        ClusterDirectory directory = home.cluster(name);
        if (!Files.isRegularFile(directory.kubeconfig())) {
            throw missing(home, directory);
        }
        Optional<Path> talos =
                talosconfig.or(() -> Optional.of(directory.talosconfig()).filter(Files::isRegularFile));
        return new StatusTarget(
                Optional.of(name),
                List.of(directory.kubeconfig()),
                connection.context(),
                talos,
                new NextCommands(
                        name + (rehearsal ? " --rehearsal" : ""),
                        Optional.of(directory.kubeconfig().toString()),
                        connection.context(),
                        talos.map(Path::toString)));
    }

    private ButlerException missing(ButlerHome home, ClusterDirectory directory) {
        List<String> known = home.clusters().stream()
                .filter(one -> Files.isRegularFile(one.kubeconfig()))
                .map(ClusterDirectory::cluster)
                .toList();
        String hint = known.isEmpty()
                ? "Check the name, or pass the kubeconfig of the cluster with --kubeconfig FILE."
                : "Check the name. Known clusters: " + String.join(", ", known) + ".";
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                Files.isDirectory(directory.folder())
                        ? "Cluster \"%s\" has no kubeconfig: its bootstrap has not finished."
                                .formatted(directory.cluster())
                        : "%s \"%s\" not found: %s contains no state for it."
                                .formatted(
                                        rehearsal ? "Rehearsal" : "Management cluster",
                                        directory.cluster(),
                                        home.folder()),
                hint);
    }

    private static void requireFile(Optional<Path> talosconfig) {
        talosconfig.filter(file -> !Files.isRegularFile(file)).ifPresent(file -> {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Talosconfig %s does not exist.".formatted(file));
        });
    }

    private static Optional<Path> sibling(Path kubeconfig) {
        return clusterName(kubeconfig)
                .map(name -> kubeconfig.resolveSibling(name + "-talosconfig"))
                .filter(Files::isRegularFile);
    }

    private static Optional<String> clusterName(Path kubeconfig) {
        String name = kubeconfig.getFileName().toString();
        return Optional.of(name)
                .filter(text -> text.endsWith(SUFFIX))
                .map(text -> text.substring(0, text.length() - SUFFIX.length()));
    }
}
