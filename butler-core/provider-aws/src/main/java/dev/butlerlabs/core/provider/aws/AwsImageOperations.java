package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Snapshot;
import software.amazon.awssdk.services.ec2.model.SnapshotState;

/**
 * Manages machine images (AMIs) and their snapshots, identified by tags. EC2 does not download images, so Butler uploads them: it writes a
 * snapshot with the EBS direct API and registers an image of it. A snapshot that is not complete is deleted and uploaded again; a complete
 * one is registered.
 */
final class AwsImageOperations implements ImageOperations {
    private static final Backoff POLLS = new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(5), 0.2);
    private static final int MOST_POLLS = 400;

    private final AmiClient client;
    private final SnapshotUploader uploader;
    private final Sleeper sleeper;

    AwsImageOperations(AmiClient client, SnapshotUploader uploader, Sleeper sleeper) {
        this.client = client;
        this.uploader = uploader;
        this.sleeper = sleeper;
    }

    @Override
    public boolean canUpload() {
        return true;
    }

    @Override
    public ImageState observe(ImageId id) {
        return ObservedAmi.kept(client.images(id))
                .map(ObservedAmi::state)
                .orElseGet(() -> client.snapshots(id).stream()
                        .findFirst()
                        .<ImageState>map(snapshot -> new ImageState.Incomplete(snapshot.snapshotId()))
                        .orElseGet(ImageState.Absent::new));
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        List<Image> own = client.images(spec.id());
        Optional<ObservedAmi> usable = ObservedAmi.kept(own).filter(image -> !image.isFailed());
        own.stream()
                .map(Image::imageId)
                .filter(image -> usable.filter(kept -> kept.id().equals(image)).isEmpty())
                .forEach(client::deregister);
        if (usable.isPresent()) {
            deleteSurplus(spec.id(), usable.get());
            return usable.get().state();
        }
        rejectForeign(spec);
        String snapshot = reusable(spec.id()).orElseGet(() -> upload(spec));
        awaitCompletion(snapshot);
        client.register(spec, snapshot);
        deleteSnapshots(spec.id(), List.of(snapshot));
        return observe(spec.id());
    }

    /** Checks the name before the upload: EC2 rejects it after the upload. */
    private void rejectForeign(BootImageSpec spec) {
        client.named(AmiClient.name(spec)).ifPresent(other -> {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The account has another image with the name %s (%s).".formatted(other.name(), other.imageId()),
                    "Set another displayName, or deregister that image if it is not needed.");
        });
    }

    /** Returns a complete snapshot, whose image was not registered: EBS completes only snapshots with all blocks. */
    private Optional<String> reusable(ImageId id) {
        return client.snapshots(id).stream()
                .filter(snapshot -> snapshot.state() == SnapshotState.COMPLETED)
                .map(Snapshot::snapshotId)
                .findFirst();
    }

    private String upload(BootImageSpec spec) {
        if (!(spec.source() instanceof ImageSource.Upload content)) {
            throw new ButlerException(
                    ErrorCode.NOT_OFFERED,
                    "EC2 cannot download images from an image factory.",
                    "Set spec.transferMode to proxy.");
        }
        deleteSnapshots(spec.id(), List.of());
        return uploader.upload(content, AmiClient.tags(spec), spec.id().toString());
    }

    private void awaitCompletion(String snapshotId) {
        for (int poll = 1; poll <= MOST_POLLS; poll++) {
            // A new snapshot can be missing in a response for some seconds.
            Optional<Snapshot> snapshot = client.snapshot(snapshotId);
            if (snapshot.filter(found -> found.state() == SnapshotState.COMPLETED)
                    .isPresent()) {
                return;
            }
            snapshot.filter(found -> found.state() == SnapshotState.ERROR).ifPresent(found -> {
                throw new ButlerException(
                        ErrorCode.PROVIDER,
                        "AWS could not complete the snapshot %s: %s"
                                .formatted(snapshotId, String.valueOf(found.stateMessage())));
            });
            sleeper.pause(
                    POLLS.delay(poll, ThreadLocalRandom.current()),
                    "Interrupted while waiting for the snapshot %s.".formatted(snapshotId));
        }
        throw new ButlerException(
                ErrorCode.TIMEOUT,
                "AWS is still processing the snapshot %s after about 30 minutes.".formatted(snapshotId));
    }

    /** Deletes the snapshots of an ID except those of its image. */
    private void deleteSurplus(ImageId id, ObservedAmi image) {
        // An image without a known snapshot could need any of them.
        if (!image.snapshots().isEmpty()) {
            deleteSnapshots(id, image.snapshots());
        }
    }

    private void deleteSnapshots(ImageId id, List<String> kept) {
        client.snapshots(id).stream()
                .map(Snapshot::snapshotId)
                .filter(snapshot -> !kept.contains(snapshot))
                .forEach(client::deleteSnapshot);
    }

    /** Deletes the snapshots of interrupted uploads and of images that were deregistered by others. */
    @Override
    public void cleanUp(ImageId id) {
        ObservedAmi.kept(client.images(id))
                .filter(image -> !image.isFailed())
                .ifPresent(image -> deleteSurplus(id, image));
    }

    @Override
    public void delete(ImageId id) {
        client.images(id).forEach(image -> client.deregister(image.imageId()));
        deleteSnapshots(id, List.of());
    }
}
