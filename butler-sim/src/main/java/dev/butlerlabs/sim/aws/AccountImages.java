package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.SimulatedImages.CloudImage;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The snapshots and images of the account, beside the published images. Callers hold the lock of the region. */
final class AccountImages implements AutoCloseable {
    private final Map<String, EbsSnapshot> snapshots = new LinkedHashMap<>();
    private final Map<String, CloudImage> registered = new LinkedHashMap<>();

    Stream<CloudImage> all() {
        return Stream.concat(SimulatedImages.ALL.stream(), registered.values().stream());
    }

    /** @throws AwsErrorResponse if the image does not exist */
    CloudImage require(String id) {
        return all().filter(image -> image.id().equals(id))
                .findFirst()
                .orElseThrow(() -> AwsErrorResponse.of(
                        "InvalidAMIID.NotFound", "The image id '[%s]' does not exist".formatted(id)));
    }

    List<EbsSnapshot> snapshots() {
        return List.copyOf(snapshots.values());
    }

    Optional<EbsSnapshot> snapshot(String id) {
        return Optional.ofNullable(snapshots.get(id));
    }

    void add(EbsSnapshot snapshot) {
        snapshots.put(snapshot.id, snapshot);
    }

    /** @throws AwsErrorResponse if an image needs it */
    void removeSnapshot(String id) {
        EbsSnapshot snapshot = snapshot(id)
                .orElseThrow(() -> AwsErrorResponse.of(
                        "InvalidSnapshot.NotFound", "The snapshot '%s' does not exist.".formatted(id)));
        registered.values().stream()
                .filter(image -> image.snapshot().filter(id::equals).isPresent())
                .findFirst()
                .ifPresent(image -> {
                    throw AwsErrorResponse.of(
                            "InvalidSnapshot.InUse",
                            "The snapshot %s is currently in use by %s".formatted(id, image.id()));
                });
        snapshots.remove(id);
        snapshot.close();
    }

    void register(CloudImage image) {
        registered.put(image.id(), image);
    }

    void deregister(String id) {
        if (registered.remove(id) == null) {
            throw AwsErrorResponse.of(
                    "InvalidAMIID.Unavailable", "The image ID '%s' is no longer available".formatted(id));
        }
    }

    /** Returns the images that clients registered, and as incomplete images the snapshots without one. */
    List<SimulatedImage> views() {
        List<SimulatedImage> views = new ArrayList<>();
        registered
                .values()
                .forEach(image -> views.add(new SimulatedImage(
                        image.id(),
                        image.name(),
                        true,
                        image.snapshot().flatMap(this::snapshot).flatMap(EbsSnapshot::contentSha256))));
        snapshots.values().stream()
                .filter(snapshot -> registered.values().stream()
                        .noneMatch(image ->
                                image.snapshot().filter(snapshot.id::equals).isPresent()))
                .forEach(snapshot ->
                        views.add(new SimulatedImage(snapshot.id, snapshot.description, false, Optional.empty())));
        return views;
    }

    void vanish(String name) {
        registered.values().removeIf(image -> image.name().equals(name));
    }

    @Override
    public void close() {
        snapshots.values().forEach(EbsSnapshot::close);
    }
}
