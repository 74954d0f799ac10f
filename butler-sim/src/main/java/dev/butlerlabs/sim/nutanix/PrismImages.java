package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.ContentFetcher;
import dev.butlerlabs.sim.http.ReceivedContent;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** The images of Prism Central that clients create. Prism downloads their content, or clients upload it. */
final class PrismImages implements AutoCloseable {
    private static final Set<String> RESOURCES =
            Set.of("image_type", "source_uri", "checksum", "architecture", "version");
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 1000;

    private final FaultPlan faults;
    private final Map<String, PrismImageRecord> images = new LinkedHashMap<>();
    private final ContentFetcher fetcher = new ContentFetcher();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Instant last = Instant.EPOCH;

    PrismImages(FaultPlan faults) {
        this.faults = faults;
    }

    synchronized ObjectNode create(ObjectNode body) {
        check(body);
        PrismImageRecord image = add((ObjectNode) body.path("spec"));
        String source = image.spec.at("/resources/source_uri").asText("");
        if (!source.isEmpty()) {
            image.state = "PENDING";
            threads.execute(() -> download(image, URI.create(source)));
        }
        return image.entity();
    }

    private PrismImageRecord add(ObjectNode spec) {
        Instant now = Instant.now();
        last = now.isAfter(last) ? now : last.plusNanos(1);
        PrismImageRecord image = new PrismImageRecord(
                UUID.randomUUID().toString(), UUID.randomUUID().toString(), last, spec);
        images.put(image.uuid, image);
        return image;
    }

    private static void check(ObjectNode body) {
        JsonNode spec = body.path("spec");
        only(body, Set.of("api_version", "metadata", "spec"));
        only(body.path("metadata"), Set.of("kind", "name", "categories", "project_reference", "owner_reference"));
        only(spec, Set.of("name", "description", "resources"));
        only(spec.path("resources"), RESOURCES);
        require(body.at("/metadata/kind").asText("").equals("image"), "metadata.kind must be image.");
        String name = spec.path("name").asText("");
        require(!name.isBlank() && name.length() <= LONGEST_NAME, "spec.name must have 1 to 64 characters.");
        require(
                spec.path("description").asText("").length() <= LONGEST_DESCRIPTION,
                "spec.description must not have more than 1000 characters.");
        require(
                Set.of("DISK_IMAGE", "ISO_IMAGE")
                        .contains(spec.at("/resources/image_type").asText("")),
                "image_type must be DISK_IMAGE or ISO_IMAGE.");
        String source = spec.at("/resources/source_uri").asText("");
        require(source.isEmpty() || source.matches("(https?|nfs)://\\S+"), "source_uri must be a URI.");
    }

    private static void only(JsonNode object, Set<String> fields) {
        object.fieldNames().forEachRemaining(field -> require(fields.contains(field), "Unknown field " + field + "."));
    }

    private static void require(boolean fulfilled, String message) {
        if (!fulfilled) {
            throw PrismException.invalid(message);
        }
    }

    private void download(PrismImageRecord image, URI source) {
        try {
            synchronized (this) {
                image.state = image.state.equals("PENDING") ? "RUNNING" : image.state;
            }
            ReceivedContent content = fetcher.fetch(source, percent -> progress(image, percent));
            complete(image, content);
        } catch (IOException | RuntimeException e) {
            fail(image, String.valueOf(e.getMessage()));
        }
    }

    private synchronized void progress(PrismImageRecord image, int percent) {
        image.percent = percent;
    }

    private synchronized void complete(PrismImageRecord image, ReceivedContent content) {
        image.bytes = content.bytes();
        image.sha256 = Optional.of(content.sha256());
        image.state = image.state.startsWith("DELETE") ? image.state : "COMPLETE";
    }

    private synchronized void fail(PrismImageRecord image, String reason) {
        if (!image.state.startsWith("DELETE")) {
            image.state = "ERROR";
            image.failure = "Failed to download the image: " + reason;
        }
    }

    /** Receives the content of an image that was created without a source. An interrupted upload leaves it without content. */
    void receive(String uuid, Optional<String> contentType, Optional<String> length, InputStream body)
            throws IOException {
        PrismImageRecord image = open(uuid, contentType, length);
        try {
            complete(image, ReceivedContent.read(cut(image, body), Long.parseLong(length.orElseThrow()), _ -> {}));
        } finally {
            synchronized (this) {
                image.isReceiving = false;
            }
        }
    }

    private synchronized PrismImageRecord open(String uuid, Optional<String> contentType, Optional<String> length) {
        PrismImageRecord image = require(uuid);
        require(contentType.equals(Optional.of("application/octet-stream")), "Unsupported content type.");
        require(length.isPresent(), "Content-Length is required.");
        if (image.isReceiving
                || image.bytes > 0
                || !image.spec.at("/resources/source_uri").isMissingNode()) {
            throw new PrismException(409, "CONCURRENT_REQUESTS_NOT_ALLOWED", "The image has content or receives it.");
        }
        image.isReceiving = true;
        return image;
    }

    private InputStream cut(PrismImageRecord image, InputStream body) throws IOException {
        boolean truncated = faults.next(FaultKind.Stage.TRANSFER, SimulatedOperation.UPDATE, image.name())
                .filter(FaultKind.TRUNCATED_BODY::equals)
                .isPresent();
        if (truncated) {
            body.readNBytes(100_000);
            throw new IOException("the connection was closed");
        }
        return body;
    }

    synchronized ObjectNode delete(String uuid) {
        PrismImageRecord image = require(uuid);
        image.state = "DELETE_PENDING";
        images.remove(uuid);
        ObjectNode answer = JsonTrees.object().put("api_version", "3.1");
        answer.putObject("metadata").put("kind", "image").put("uuid", uuid);
        answer.putObject("status")
                .put("state", "DELETE_PENDING")
                .putObject("execution_context")
                .put("task_uuid", UUID.randomUUID().toString());
        return answer;
    }

    private PrismImageRecord require(String uuid) {
        return Optional.ofNullable(images.get(uuid)).orElseThrow(() -> PrismException.absent("image " + uuid));
    }

    synchronized Optional<ObjectNode> entity(String uuid) {
        return Optional.ofNullable(images.get(uuid)).map(PrismImageRecord::entity);
    }

    synchronized Stream<ObjectNode> entities(ListRequest list) {
        return images.values().stream()
                .filter(image -> list.wants(image.name()))
                .map(PrismImageRecord::entity)
                .toList()
                .stream();
    }

    synchronized Optional<ObjectNode> task(String uuid) {
        return images.values().stream()
                .filter(image -> image.task.equals(uuid))
                .map(PrismImageRecord::taskEntity)
                .findFirst();
    }

    synchronized Optional<String> name(String uuid) {
        return Optional.ofNullable(images.get(uuid)).map(PrismImageRecord::name);
    }

    /** Returns whether machines can use an image. */
    synchronized boolean isReady(String uuid) {
        return Optional.ofNullable(images.get(uuid))
                .filter(PrismImageRecord::isReady)
                .isPresent();
    }

    synchronized List<SimulatedImage> views() {
        return images.values().stream().map(PrismImageRecord::view).toList();
    }

    /** Creates an image with a description, bypassing the API. */
    synchronized void plant(String name, String description) {
        ObjectNode spec = JsonTrees.object().put("name", name).put("description", description);
        spec.putObject("resources").put("image_type", "DISK_IMAGE");
        add(spec).bytes = 1;
    }

    /** Deletes images, bypassing the API. */
    synchronized void vanish(String name) {
        images.values().removeIf(image -> image.name().equals(name));
    }

    @Override
    public void close() {
        fetcher.close();
        threads.shutdownNow();
    }
}
