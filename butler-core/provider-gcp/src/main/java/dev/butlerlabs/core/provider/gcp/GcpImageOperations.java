package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.OperationPoller;
import dev.butlerlabs.core.provider.rest.OperationStatus;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Manages custom images of the project, identified by their labels. Compute Engine imports them from an object in Cloud Storage, which
 * Butler uploads before and deletes afterwards. An object without an image is an interrupted upload.
 */
final class GcpImageOperations implements ImageOperations {
    private static final String PATH = "global/images";
    private static final Duration IMPORT_LIMIT = Duration.ofMinutes(30);

    private final GcpClient client;
    private final GcpImageUploader uploads;
    private final OperationPoller poller;

    GcpImageOperations(GcpClient client, GcpImageUploader uploads, InstantSource clock, Sleeper sleeper) {
        this.client = client;
        this.uploads = uploads;
        this.poller = new OperationPoller(
                new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0.2), IMPORT_LIMIT, clock, sleeper);
    }

    @Override
    public boolean canUpload() {
        return true;
    }

    @Override
    public ImageState observe(ImageId id) {
        return own(id).stream()
                .findFirst()
                .map(ObservedGcpImage::state)
                .or(() -> uploads.find(id).map(object -> new ImageState.Incomplete(object.toString())))
                .orElseGet(ImageState.Absent::new);
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        if (!(spec.source() instanceof ImageSource.Upload upload)) {
            throw new ButlerException(
                    ErrorCode.NOT_OFFERED,
                    "Google Cloud cannot download images from an image factory.",
                    "Use transferMode: proxy, so that Butler uploads the image.");
        }
        List<ObservedGcpImage> own = own(spec.id());
        if (!own.isEmpty()) {
            return kept(own);
        }
        GcpImagePayload payload = new GcpImagePayload(spec);
        rejectForeign(payload.name());
        GcsObject object = uploads.upload(spec.id(), upload);
        ImageState state = imported(spec.id(), payload, object);
        uploads.delete(spec.id());
        return state;
    }

    /** Keeps the first image and deletes the others. A failed one is recreated when it is gone: its name is in use until then. */
    private ImageState kept(List<ObservedGcpImage> own) {
        own.stream().skip(1).forEach(this::delete);
        ObservedGcpImage first = own.getFirst();
        if (!(first.state() instanceof ImageState.Failed)) {
            return first.state();
        }
        delete(first);
        return new ImageState.Leaving(first.path());
    }

    /** Rejects a name that another image has, before anything is uploaded. */
    private void rejectForeign(String name) {
        if (client.find(PATH + "/" + name).isPresent()) {
            throw foreign(name);
        }
    }

    private ButlerException foreign(String name) {
        return new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "The project %s has another image with the name %s.".formatted(client.project(), name),
                "Set another displayName, or delete that image if it is not needed.");
    }

    private ImageState imported(ImageId id, GcpImagePayload payload, GcsObject object) {
        try {
            GcpOperation operation = client.post(
                    PATH,
                    payload.json(object),
                    new GcpRequestId(UUID.randomUUID().toString()),
                    client.redactor());
            await(id, payload.name(), operation);
        } catch (ButlerException e) {
            // Another process has imported the image meanwhile, or it was the response of this request that was lost.
            if (e.code() != ErrorCode.CONFLICT || own(id).isEmpty()) {
                throw e.code() == ErrorCode.CONFLICT ? foreign(payload.name()) : e;
            }
        }
        return own(id).stream().findFirst().map(ObservedGcpImage::state).orElseGet(ImageState.Absent::new);
    }

    /** Waits until Compute Engine has read the object, because it is deleted then. */
    private void await(ImageId id, String name, GcpOperation started) {
        OperationStatus status = poller.await(() -> status(GcpOperation.of(client.get(started.path()))));
        switch (status) {
            case OperationStatus.Succeeded _ -> {}
            case OperationStatus.Failed failed -> {
                uploads.delete(id);
                throw GcpErrorClassification.ofOperation("import the image " + name, failed.error(), client.redactor());
            }
            case OperationStatus.InProgress _ ->
                throw new ButlerException(
                        ErrorCode.TIMEOUT,
                        "Google Cloud is still importing the image %s after %d minutes."
                                .formatted(name, IMPORT_LIMIT.toMinutes()));
        }
    }

    private static OperationStatus status(GcpOperation operation) {
        return operation.isDone()
                ? operation
                        .error()
                        .<OperationStatus>map(OperationStatus.Failed::new)
                        .orElseGet(() -> new OperationStatus.Succeeded(JsonDocument.object()))
                : new OperationStatus.InProgress();
    }

    @Override
    public void delete(ImageId id) {
        own(id).forEach(this::delete);
        uploads.delete(id);
    }

    private void delete(ObservedGcpImage image) {
        if (!image.isLeaving()) {
            client.delete(image.path());
        }
    }

    @Override
    public void cleanUp(ImageId id) {
        uploads.delete(id);
    }

    /** Returns the images with this ID; the one to keep comes first. */
    private List<ObservedGcpImage> own(ImageId id) {
        return client.list(PATH, Optional.of(GcpOwnership.filter(id))).stream()
                .filter(image -> GcpOwnership.isOf(id, image))
                .map(ObservedGcpImage::new)
                .sorted(ObservedGcpImage.KEPT_FIRST)
                .toList();
    }
}
