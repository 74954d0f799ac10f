package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.sim.http.ContentFetcher;
import dev.butlerlabs.sim.http.ReceivedContent;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Downloads the content of images, as Harvester does. A failed download is repeated as often as the image says. */
final class ImageImportController implements AutoCloseable {
    private static final Duration BEFORE_RETRY = Duration.ofMillis(50);
    private static final int PROGRESS_STEP = 20;
    private static final long USUAL_RETRIES = 3;
    private static final long VIRTUAL_SIZE = 1_306_525_696;

    private final HarvesterBackend cluster;
    private final ContentFetcher fetcher = new ContentFetcher();
    private final KeyedWorkQueue agenda = new KeyedWorkQueue(this::reconcile);
    private final Map<String, String> digests = new ConcurrentHashMap<>();
    private Optional<SharedIndexInformer<GenericKubernetesResource>> images = Optional.empty();

    ImageImportController(HarvesterBackend cluster) {
        this.cluster = cluster;
    }

    void start() {
        images = Optional.of(cluster.watch(
                WatchedResourceType.IMAGE, new ChangeListener(object -> agenda.soon(ResourceKey.of(object)))));
    }

    private void reconcile(ResourceKey key) {
        cluster.find(WatchedResourceType.IMAGE, key)
                .filter(ImageImportController::isToDownload)
                .ifPresent(image -> download(key, image));
    }

    private static boolean isToDownload(GenericKubernetesResource image) {
        UntypedTree fields = fields(image);
        return fields.text("spec.sourceType").equals(Optional.of("download"))
                && fields.items("status.conditions").stream()
                        .noneMatch(condition -> condition.anyText("status").equals("True")
                                && (condition.anyText("type").equals("Imported")
                                        || condition.anyText("type").equals("RetryLimitExceeded")));
    }

    private void download(ResourceKey key, GenericKubernetesResource image) {
        UntypedTree fields = fields(image);
        int[] shown = {0};
        try {
            ReceivedContent content =
                    fetcher.fetch(URI.create(fields.text("spec.url").orElse("")), percent -> {
                        if (percent >= shown[0] + PROGRESS_STEP && percent < 100) {
                            shown[0] = percent;
                            status(key, Map.of("progress", percent));
                        }
                    });
            digests.put(image.getMetadata().getUid(), content.sha256());
            status(key, imported(key, content));
        } catch (IOException | IllegalArgumentException e) {
            failed(key, fields, String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> imported(ResourceKey key, ReceivedContent content) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("progress", 100);
        status.put("size", content.bytes());
        status.put("virtualSize", VIRTUAL_SIZE);
        status.put("storageClassName", "longhorn-" + key.name());
        status.put("conditions", List.of(condition("Initialized", "True", ""), condition("Imported", "True", "")));
        return status;
    }

    private void failed(ResourceKey key, UntypedTree fields, String reason) {
        long failures = fields.number("status.failed").map(Number::longValue).orElse(0L) + 1;
        boolean isLast =
                failures > fields.number("spec.retry").map(Number::longValue).orElse(USUAL_RETRIES);
        status(
                key,
                Map.of(
                        "failed",
                        failures,
                        "conditions",
                        List.of(
                                condition("Initialized", "True", ""),
                                condition("Imported", "False", reason),
                                condition("RetryLimitExceeded", isLast ? "True" : "False", ""))));
        if (!isLast) {
            agenda.later(key, BEFORE_RETRY);
        }
    }

    private static Map<String, String> condition(String type, String status, String message) {
        return Map.of("type", type, "status", status, "message", message);
    }

    private void status(ResourceKey key, Map<String, ?> status) {
        cluster.merge(WatchedResourceType.IMAGE, key, Map.of("status", status));
    }

    /** Returns the SHA-256 of the content of an image. */
    Optional<String> digest(String uid) {
        return Optional.ofNullable(digests.get(uid));
    }

    static UntypedTree fields(GenericKubernetesResource object) {
        return UntypedTree.of(object.getAdditionalProperties());
    }

    @Override
    public void close() {
        images.ifPresent(SharedIndexInformer::stop);
        agenda.close();
        fetcher.close();
    }
}
