package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select the log of a run. */
final class RunLogOptions {
    @Parameters(paramLabel = "CLUSTER", description = "Name of the cluster, as in its bootstrap file.")
    private String cluster;

    @Option(names = "--rehearsal", description = "Use the rehearsal of the cluster.")
    private boolean rehearsal;

    ClusterDirectory folder(CommandContext session) {
        ButlerHome home =
                rehearsal ? ClusterStateLocations.ofRehearsals(session) : ClusterStateLocations.ofThisUser(session);
        List<String> known = home.clusters().stream()
                .filter(one -> Files.exists(one.events()))
                .map(ClusterDirectory::cluster)
                .toList();
        if (!known.contains(cluster)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "No local log of a %s of cluster \"%s\" found.".formatted(rehearsal ? "rehearsal" : "run", cluster),
                    known.isEmpty()
                            ? "No logs of other clusters found in %s either.".formatted(home.folder())
                            : "Known clusters: " + String.join(", ", known) + ".");
        }
        return home.cluster(cluster);
    }
}
