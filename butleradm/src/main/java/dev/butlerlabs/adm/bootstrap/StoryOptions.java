package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.ButlerHome;
import dev.butlerlabs.core.bootstrap.ClusterFolder;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whose story is meant. */
final class StoryOptions {
    @Parameters(paramLabel = "CLUSTER", description = "The cluster, as its file names it.")
    private String cluster;

    @Option(names = "--rehearsal", description = "Its rehearsal instead of the real thing.")
    private boolean rehearsal;

    ClusterFolder folder() {
        ButlerHome home = rehearsal ? Homes.ofRehearsals() : Homes.ofThisUser();
        List<String> known = home.clusters().stream()
                .filter(one -> Files.exists(one.events()))
                .map(ClusterFolder::cluster)
                .toList();
        if (!known.contains(cluster)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "Nothing is known of a %s of cluster %s on this machine."
                            .formatted(rehearsal ? "rehearsal" : "run", cluster),
                    known.isEmpty()
                            ? "There is none of any other cluster either; %s is where they are looked for."
                                    .formatted(home.folder())
                            : "Known are: " + String.join(", ", known) + ".");
        }
        return home.cluster(cluster);
    }
}
