package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An image as returned by Prism.
 *
 * @param digest digest in the ownership tag; empty if it does not belong to Butler
 * @param state state of the last request: PENDING, RUNNING, COMPLETE, ERROR, or one that starts with DELETE
 * @param isDownloaded whether Prism downloads the content, as opposed to an upload
 * @param hasContent whether Prism has the content
 * @param task the last task, if Prism names it
 * @param createdAt time of creation as text, which orders like the time
 */
record ObservedPrismImage(
        String uuid,
        String name,
        Optional<String> digest,
        String state,
        List<PrismErrorClassification.Message> messages,
        boolean isDownloaded,
        boolean hasContent,
        Optional<String> task,
        String createdAt) {
    /** Orders several images with one ID: images that stay come first, and of these the oldest. */
    static final Comparator<ObservedPrismImage> KEPT_FIRST = Comparator.comparing(ObservedPrismImage::isLeaving)
            .thenComparing(ObservedPrismImage::isUnusable)
            .thenComparing(ObservedPrismImage::createdAt)
            .thenComparing(ObservedPrismImage::uuid);

    ObservedPrismImage {
        messages = List.copyOf(messages);
    }

    static ObservedPrismImage of(JsonNode entity) {
        JsonNode status = entity.path("status");
        JsonNode task = status.at("/execution_context/task_uuid");
        return new ObservedPrismImage(
                entity.at("/metadata/uuid").asText(""),
                PrismListReader.nameOf(entity),
                JsonDocument.text(entity, "/spec/description")
                        .or(() -> JsonDocument.text(entity, "/status/description"))
                        .flatMap(ImageDescriptionCodec::digest),
                status.path("state").asText(""),
                PrismErrorClassification.messages(status),
                JsonDocument.text(entity, "/spec/resources/source_uri").isPresent(),
                status.at("/resources/size_bytes").asLong(0) > 0,
                Optional.of((task.isArray() ? task.path(0) : task).asText("")).filter(uuid -> !uuid.isBlank()),
                entity.at("/metadata/creation_time").asText(""));
    }

    boolean isOf(ImageId id) {
        return digest.equals(Optional.of(id.digest()));
    }

    boolean isLeaving() {
        return state.startsWith("DELETE");
    }

    boolean isFailed() {
        return state.equals("ERROR");
    }

    /** Returns whether Prism is processing a request. */
    boolean isInWork() {
        return state.equals("PENDING") || state.equals("RUNNING");
    }

    boolean isReady() {
        return state.equals("COMPLETE") && hasContent;
    }

    /** Returns whether its upload did not start or did not finish. */
    boolean isIncomplete() {
        return !isDownloaded && !isFailed() && !isReady();
    }

    /** Returns whether it must be replaced. */
    boolean isUnusable() {
        return isFailed() || isIncomplete();
    }
}
