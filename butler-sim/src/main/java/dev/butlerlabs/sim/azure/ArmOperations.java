package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Long-running operations, which clients poll. */
final class ArmOperations {
    private final Map<String, ArmOperation> operations = new ConcurrentHashMap<>();

    /** An operation; it ends once. */
    static final class ArmOperation {
        final String id = UUID.randomUUID().toString();
        private final Instant started = Instant.now();
        private volatile String status = "InProgress";
        private volatile Optional<ArmException> error = Optional.empty();
        private volatile Optional<ObjectNode> output = Optional.empty();

        void succeed() {
            status = "Succeeded";
        }

        void succeed(ObjectNode result) {
            output = Optional.of(result);
            succeed();
        }

        /** Returns the result of an action that has one. */
        Optional<ObjectNode> output() {
            return output;
        }

        void fail(ArmException cause) {
            error = Optional.of(cause);
            status = "Failed";
        }

        boolean isOver() {
            return !status.equals("InProgress");
        }

        ObjectNode document() {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            document.put("name", id).put("status", status).put("startTime", started.toString());
            error.ifPresent(cause ->
                    document.putObject("error").put("code", cause.code()).put("message", cause.getMessage()));
            output.ifPresent(result -> document.putObject("properties").set("output", result.deepCopy()));
            return document;
        }
    }

    ArmOperation begin() {
        ArmOperation operation = new ArmOperation();
        operations.put(operation.id, operation);
        return operation;
    }

    ArmOperation require(String id) {
        return Optional.ofNullable(operations.get(id)).orElseThrow(() -> ArmException.absent("operation " + id));
    }
}
