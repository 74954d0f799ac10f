package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.node.DrainOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of commands that drain a node. */
final class DrainFlags {
    @Option(names = "--force", description = "Evict pods that no controller recreates.")
    private boolean force;

    @Option(names = "--delete-emptydir-data", description = "Evict pods with emptyDir volumes; their data is lost.")
    private boolean deleteEmptyDirData;

    DrainOptions options(Duration limit) {
        return new DrainOptions(force, deleteEmptyDirData, limit);
    }
}
