package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.config.bootstrap.BootstrapManifests;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.Objects;

/**
 * The input of a bootstrap run.
 *
 * @param resources the resources described by the operator's file
 * @param directory the local state directory of the cluster
 */
public record BootstrapRequest(
        BootstrapManifests resources,
        ClusterDirectory directory,
        Engine engine,
        ProviderRegistry providers,
        RunTimeouts tempo) {
    public BootstrapRequest {
        Objects.requireNonNull(resources, "resources");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(providers, "providers");
        Objects.requireNonNull(tempo, "tempo");
    }
}
