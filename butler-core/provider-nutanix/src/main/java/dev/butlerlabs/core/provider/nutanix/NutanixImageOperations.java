package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Manages disk images of Prism Central, identified by the ownership tag in their description. Names are not unique in Prism, and
 * requests have no idempotency token. Therefore every creation first reads all images, and afterwards deletes duplicates of
 * concurrent creations.
 */
final class NutanixImageOperations implements ImageOperations {
    private static final String PATH = "/images";
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int MOST_POLLS = 240;

    private final PrismClient prism;
    private final PrismListReader listing;
    private final Sleeper sleeper;

    NutanixImageOperations(PrismClient prism, Sleeper sleeper) {
        this.prism = prism;
        this.listing = new PrismListReader(prism);
        this.sleeper = sleeper;
    }

    @Override
    public boolean canUpload() {
        return true;
    }

    @Override
    public ImageState observe(ImageId id) {
        return own(all(), id).findFirst().map(this::state).orElseGet(ImageState.Absent::new);
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        List<ObservedPrismImage> found = all();
        List<ObservedPrismImage> own = own(found, spec.id()).toList();
        if (own.isEmpty()) {
            rejectForeign(spec, found);
        }
        own.stream().filter(ObservedPrismImage::isUnusable).forEach(this::delete);
        List<ObservedPrismImage> usable =
                own.stream().filter(image -> !image.isUnusable()).toList();
        return usable.isEmpty() ? made(spec) : kept(usable);
    }

    private static void rejectForeign(BootImageSpec spec, List<ObservedPrismImage> found) {
        found.stream()
                .filter(image -> image.name().equals(spec.name()) && !image.isLeaving())
                .findFirst()
                .ifPresent(other -> {
                    throw new ButlerException(
                            ErrorCode.FOREIGN_RESOURCE,
                            "Prism has another image with the name %s (%s).".formatted(spec.name(), other.uuid()),
                            "Set another displayName, or delete that image if it is not needed.");
                });
    }

    private ImageState made(BootImageSpec spec) {
        ObservedPrismImage made = ObservedPrismImage.of(prism.post(PATH, payload(spec)));
        // The list is eventually consistent, so the response replaces a missing entry.
        List<ObservedPrismImage> others = all().stream()
                .filter(image -> !image.uuid().equals(made.uuid()))
                .toList();
        ObservedPrismImage oldest = own(
                        Stream.concat(others.stream(), Stream.of(made)).toList(), spec.id())
                .findFirst()
                .orElse(made);
        boolean another = !oldest.isUnusable() && !oldest.uuid().equals(made.uuid());
        if (another) {
            delete(made);
            return state(oldest);
        }
        return switch (spec.source()) {
            case ImageSource.Download _ -> state(made);
            case ImageSource.Upload upload -> uploaded(made.uuid(), upload);
        };
    }

    private static ObjectNode payload(BootImageSpec spec) {
        ObjectNode payload = JsonDocument.object().put("api_version", "3.1.0");
        payload.putObject("metadata").put("kind", "image");
        ObjectNode resources = payload.putObject("spec")
                .put("name", spec.name())
                .put("description", ImageDescriptionCodec.of(spec.id()))
                .putObject("resources")
                .put("image_type", "DISK_IMAGE");
        if (spec.source() instanceof ImageSource.Download download) {
            resources.put("source_uri", download.url().toString());
        }
        return payload;
    }

    /** Uploads the content when Prism has created the entry of the image. */
    private ImageState uploaded(String uuid, ImageSource.Upload upload) {
        ObservedPrismImage entry = settled(uuid);
        if (!entry.isFailed()) {
            prism.upload(PATH + "/" + uuid + "/file", upload);
            entry = settled(uuid);
        }
        return state(entry);
    }

    private ObservedPrismImage settled(String uuid) {
        for (int poll = 0; poll < MOST_POLLS; poll++) {
            ObservedPrismImage image = prism.find(PATH + "/" + uuid)
                    .map(ObservedPrismImage::of)
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.CONFLICT, "The image %s was deleted during the upload.".formatted(uuid)));
            if (!image.isInWork()) {
                return image;
            }
            sleeper.pause(POLL, "Interrupted while waiting for an image in Prism.");
        }
        throw new ButlerException(
                ErrorCode.TIMEOUT,
                "Prism is still processing the image %s after %d s."
                        .formatted(uuid, POLL.multipliedBy(MOST_POLLS).toSeconds()));
    }

    /** Keeps the oldest image and deletes the others. */
    private ImageState kept(List<ObservedPrismImage> usable) {
        usable.stream().skip(1).forEach(this::delete);
        return state(usable.getFirst());
    }

    @Override
    public void delete(ImageId id) {
        own(all(), id).forEach(this::delete);
    }

    private void delete(ObservedPrismImage image) {
        if (!image.isLeaving()) {
            prism.delete(PATH + "/" + image.uuid());
        }
    }

    private List<ObservedPrismImage> all() {
        return listing.all("image", PATH).stream().map(ObservedPrismImage::of).toList();
    }

    /** Returns the images with this ID; the one to keep comes first. */
    private static Stream<ObservedPrismImage> own(List<ObservedPrismImage> found, ImageId id) {
        return found.stream().filter(image -> image.isOf(id)).sorted(ObservedPrismImage.KEPT_FIRST);
    }

    private ImageState state(ObservedPrismImage image) {
        if (image.isLeaving()) {
            return new ImageState.Leaving(image.uuid());
        }
        if (image.isFailed()) {
            return new ImageState.Failed(
                    image.uuid(),
                    PrismErrorClassification.isLackOfRoom(image.messages()) ? "QuotaExceeded" : "ImageImportFailed",
                    "Prism could not import the image: %s"
                            .formatted(PrismErrorClassification.told(image.messages(), prism.echo())
                                    .orElse("no reason reported")));
        }
        if (image.isReady()) {
            return new ImageState.Ready(image.uuid(), image.uuid());
        }
        return image.isIncomplete()
                ? new ImageState.Incomplete(image.uuid())
                : new ImageState.Transferring(image.uuid(), percent(image), "Prism is downloading the image");
    }

    /** Returns the progress of the task. Tasks are kept for a limited time and can be missing. */
    private OptionalInt percent(ObservedPrismImage image) {
        return image.task().flatMap(task -> prism.find("/tasks/" + task)).stream()
                .map(task -> task.path("percentage_complete"))
                .filter(percent -> percent.isInt())
                .mapToInt(percent -> percent.asInt())
                .findFirst();
    }
}
