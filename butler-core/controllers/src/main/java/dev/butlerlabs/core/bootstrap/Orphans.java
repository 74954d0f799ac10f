package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells whose the things with Butler's mark are, as far as this machine knows. */
public final class Orphans {
    private final Map<OwnerId, String> clusters = new HashMap<>();

    public Orphans(ButlerHome home) {
        home.clusters()
                .forEach(folder ->
                        folder.keptOwner().ifPresent(owner -> clusters.put(new OwnerId(owner), folder.cluster())));
    }

    /** A thing and the cluster it belongs to; empty when no known one claims it. */
    public record Found(OwnedResource thing, Optional<String> cluster) {}

    public List<Found> find(Infrastructure infrastructure) {
        return infrastructure.owned().stream()
                .map(thing -> new Found(thing, Optional.ofNullable(clusters.get(thing.owner()))))
                .toList();
    }
}
