package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import java.time.Instant;
import java.util.Optional;

/** An image. Guarded by the lock of {@link PrismImages}. */
final class PrismImageRecord {
    final String uuid;
    final String task;
    final Instant createdAt;
    final ObjectNode spec;
    String state = "COMPLETE";
    String failure = "";
    long bytes;
    int percent;
    boolean isReceiving;
    Optional<String> sha256 = Optional.empty();

    PrismImageRecord(String uuid, String task, Instant createdAt, ObjectNode spec) {
        this.uuid = uuid;
        this.task = task;
        this.createdAt = createdAt;
        this.spec = spec;
    }

    String name() {
        return spec.path("name").asText();
    }

    boolean isReady() {
        return state.equals("COMPLETE") && bytes > 0;
    }

    SimulatedImage view() {
        return new SimulatedImage(uuid, name(), isReady(), sha256);
    }

    ObjectNode entity() {
        ObjectNode entity = JsonTrees.object().put("api_version", "3.1");
        ObjectNode status = entity.putObject("status").put("state", state).put("name", name());
        status.put("description", spec.path("description").asText(""));
        ObjectNode resources = status.putObject("resources")
                .put("image_type", spec.at("/resources/image_type").asText());
        if (bytes > 0) {
            resources.put("size_bytes", bytes);
        }
        status.putObject("execution_context").putArray("task_uuid").add(task);
        if (!failure.isEmpty()) {
            status.putArray("message_list").addObject().put("message", failure).put("reason", "IMAGE_IMPORT_FAILED");
        }
        entity.set("spec", spec.deepCopy());
        entity.putObject("metadata")
                .put("kind", "image")
                .put("uuid", uuid)
                .put("spec_version", 0)
                .put("creation_time", createdAt.toString());
        return entity;
    }

    ObjectNode taskEntity() {
        ObjectNode entity = JsonTrees.object()
                .put("uuid", task)
                .put("operation_type", "create_image_intentful")
                .put("percentage_complete", state.equals("COMPLETE") ? 100 : percent)
                .put("status", taskStatus());
        entity.putArray("entity_reference_list").add(JsonTrees.reference("image", uuid));
        return entity;
    }

    private String taskStatus() {
        return switch (state) {
            case "COMPLETE" -> "SUCCEEDED";
            case "ERROR" -> "FAILED";
            default -> "RUNNING";
        };
    }
}
