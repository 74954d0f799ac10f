package dev.butlerlabs.core.embedded.testing;

import java.util.Map;

/** A world whose lasting part is one Kubernetes API in memory. */
public interface InMemoryWorld extends CrashPositions.World {
    InMemoryKubernetes api();

    @Override
    default EffectLog effects() {
        return api().effects();
    }

    @Override
    default Map<String, ?> state() {
        return api().objects();
    }

    @Override
    default void close() {
        api().close();
    }
}
