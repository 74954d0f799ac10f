package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.step.ClusterRecovery;
import dev.butlerlabs.core.config.bootstrap.BootstrapManifests;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The input of a bootstrap run.
 *
 * @param resources the resources described by the operator's file or by a backup
 * @param directory the local state directory of the cluster
 * @param restore what the cluster is restored from; empty for a new cluster
 */
public record BootstrapRequest(
        BootstrapManifests resources,
        ClusterDirectory directory,
        Engine engine,
        ProviderRegistry providers,
        RunTimeouts tempo,
        Optional<Restore> restore) {
    public BootstrapRequest {
        Objects.requireNonNull(resources, "resources");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(providers, "providers");
        Objects.requireNonNull(tempo, "tempo");
        Objects.requireNonNull(restore, "restore");
    }

    /** Creates the input for a new cluster. */
    public BootstrapRequest(
            BootstrapManifests resources,
            ClusterDirectory directory,
            Engine engine,
            ProviderRegistry providers,
            RunTimeouts tempo) {
        this(resources, directory, engine, providers, tempo, Optional.empty());
    }

    /**
     * The input for a cluster that is restored.
     *
     * @param backup identifies the backup
     * @param addresses the addresses of the machines, if Butler assigns them
     * @param existing names of the machines of the cluster that exist; ignored if an interrupted run recorded them
     */
    public record Restore(String backup, List<IPAllocation> addresses, Set<String> existing, ClusterRecovery recovery) {
        public Restore {
            Objects.requireNonNull(backup, "backup");
            addresses = List.copyOf(addresses);
            existing = Set.copyOf(existing);
            Objects.requireNonNull(recovery, "recovery");
        }
    }
}
