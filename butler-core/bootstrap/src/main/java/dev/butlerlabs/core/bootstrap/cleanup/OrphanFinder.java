package dev.butlerlabs.core.bootstrap.cleanup;

import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the clusters of resources with Butler's ownership tags, as far as the local state records them. Thread-safe. */
public final class OrphanFinder {
    private final Map<OwnerId, String> clusters = new HashMap<>();

    public OrphanFinder(ButlerHome home) {
        home.clusters()
                .forEach(folder ->
                        folder.keptOwner().ifPresent(owner -> clusters.put(new OwnerId(owner), folder.cluster())));
    }

    /** A resource and its cluster; empty if no known cluster owns it. */
    public record Found(OwnedResource thing, Optional<String> cluster) {}

    /** Lists all tagged resources of an infrastructure with their clusters. */
    public List<Found> find(ConnectedInfrastructure infrastructure) {
        return infrastructure.owned().stream()
                .map(thing -> new Found(thing, Optional.ofNullable(clusters.get(thing.owner()))))
                .toList();
    }
}
