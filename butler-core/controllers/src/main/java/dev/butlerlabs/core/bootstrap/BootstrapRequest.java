package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.config.bootstrap.BootstrapResources;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.provider.Providers;
import java.util.Objects;

/**
 * What a run is to bring about, and with what.
 *
 * @param resources what the operator's file becomes
 * @param folder what is kept on this machine
 */
public record BootstrapRequest(
        BootstrapResources resources, ClusterFolder folder, Engine engine, Providers providers, RunTempo tempo) {
    public BootstrapRequest {
        Objects.requireNonNull(resources, "resources");
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(providers, "providers");
        Objects.requireNonNull(tempo, "tempo");
    }
}
