package dev.butlerlabs.core.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A node operation that has started. It is recorded on the ClusterBootstrap before its first effect, so that the same command resumes it.
 * Immutable.
 *
 * @param machines the machines that are added, or the one that is removed or replaced
 * @param uid of the MachineRequest that is removed or replaced; empty for other operations
 */
public record NodeOperation(Type type, MachineRole role, List<String> machines, Optional<String> uid) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What is done. */
    public enum Type {
        ADD,
        REMOVE,
        REPLACE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public NodeOperation {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(role, "role");
        machines = List.copyOf(machines);
        Objects.requireNonNull(uid, "uid");
    }

    static NodeOperation add(MachineRole role, List<String> machines) {
        return new NodeOperation(Type.ADD, role, machines, Optional.empty());
    }

    /** Returns the operation that has not finished. */
    public static Optional<NodeOperation> unfinished(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.NODE_OPERATION))
                .map(NodeOperation::parse);
    }

    static NodeOperation parse(String text) {
        try {
            JsonNode tree = JSON.readTree(text);
            List<String> machines = new ArrayList<>();
            tree.path("machines").forEach(name -> machines.add(name.asText()));
            return new NodeOperation(
                    Type.valueOf(tree.path("type").asText().toUpperCase(Locale.ROOT)),
                    MachineRole.WORKER.word().equals(tree.path("role").asText())
                            ? MachineRole.WORKER
                            : MachineRole.CONTROL_PLANE,
                    machines,
                    Optional.of(tree.path("uid").asText()).filter(uid -> !uid.isEmpty()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "The annotation %s of the ClusterBootstrap is not valid: %s"
                            .formatted(Annotations.NODE_OPERATION, text),
                    "Check the machines of the cluster, then remove the annotation.");
        }
    }

    String text() {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("type", type.word()).put("role", role.word());
        machines.forEach(tree.putArray("machines")::add);
        uid.ifPresent(value -> tree.put("uid", value));
        return tree.toString();
    }

    /** Returns the command that resumes the operation, without the options that select the cluster. */
    public String command() {
        return type == Type.ADD
                ? "butleradm node add --role %s --count %d".formatted(role.word(), machines.size())
                : "butleradm node %s %s".formatted(type.word(), machines.getFirst());
    }

    /** Returns whether the same command was given again. */
    boolean isSameAs(Type other, MachineRole otherRole, int count) {
        return type == other && role == otherRole && machines.size() == count;
    }

    boolean isSameAs(Type other, String machine) {
        return type == other && machines.equals(List.of(machine));
    }

    ButlerException conflict() {
        return new ButlerException(
                ErrorCode.CONFLICT,
                "Another node operation has not finished: %s (%s).".formatted(command(), String.join(", ", machines)),
                "Run that command again to finish it.");
    }
}
