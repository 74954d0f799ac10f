package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Binds PersistentVolumeClaims and protects those in use from deletion. */
final class VolumeController {
    private static final String PROTECTION = "kubernetes.io/pvc-protection";

    private final HarvesterBackend cluster;

    VolumeController(HarvesterBackend cluster) {
        this.cluster = cluster;
    }

    /**
     * Binds the claims.
     *
     * @return whether all of them exist
     */
    boolean allThere(
            String namespace, List<String> claims, Function<ResourceKey, Optional<GenericKubernetesResource>> seen) {
        boolean all = true;
        for (String claim : claims) {
            ResourceKey key = new ResourceKey(namespace, claim);
            Optional<GenericKubernetesResource> found =
                    seen.apply(key).filter(volume -> volume.getMetadata().getDeletionTimestamp() == null);
            found.ifPresent(volume -> bind(key, volume));
            all &= found.isPresent();
        }
        return all;
    }

    private void bind(ResourceKey key, GenericKubernetesResource volume) {
        if (!finalizers(volume).contains(PROTECTION)) {
            List<String> kept = new ArrayList<>(finalizers(volume));
            kept.add(PROTECTION);
            String storage = "pvc-" + volume.getMetadata().getUid();
            cluster.merge(
                    WatchedResourceType.VOLUME,
                    key,
                    Map.of("metadata", Map.of("finalizers", kept), "spec", Map.of("volumeName", storage)));
        }
        UntypedTree fields = UntypedTree.of(volume.getAdditionalProperties());
        if (!fields.text("status.phase").equals(Optional.of("Bound"))) {
            Object size = fields.map("spec.resources.requests");
            Object modes = fields.find("spec.accessModes").orElse(List.of());
            cluster.mergeStatus(
                    WatchedResourceType.VOLUME, key, Map.of("phase", "Bound", "capacity", size, "accessModes", modes));
        }
    }

    /** Removes the protection from claims that are no longer in use. */
    void release(String namespace, List<String> claims) {
        for (String claim : claims) {
            ResourceKey key = new ResourceKey(namespace, claim);
            cluster.find(WatchedResourceType.VOLUME, key)
                    .filter(volume -> finalizers(volume).contains(PROTECTION))
                    .ifPresent(volume -> cluster.merge(
                            WatchedResourceType.VOLUME,
                            key,
                            Map.of(
                                    "metadata",
                                    Map.of(
                                            "finalizers",
                                            finalizers(volume).stream()
                                                    .filter(name -> !name.equals(PROTECTION))
                                                    .toList()))));
        }
    }

    private static List<String> finalizers(GenericKubernetesResource volume) {
        return Optional.ofNullable(volume.getMetadata().getFinalizers()).orElse(List.of());
    }
}
