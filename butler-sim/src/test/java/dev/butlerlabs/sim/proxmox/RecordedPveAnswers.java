package dev.butlerlabs.sim.proxmox;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Responses of Proxmox VE 8 and 9 that another client uses in its tests. They show the JSON types that the schema leaves open. */
final class RecordedPveAnswers {
    /** Types of each field, by operation and name of the field. */
    private final Map<String, Set<JsonNodeType>> types = new HashMap<>();

    static RecordedPveAnswers load() throws IOException {
        Path folder = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().toAbsolutePath().resolve("../shared/oracles"));
        Path file = folder.resolve("proxmox/go-proxmox-fixtures.json");
        assumeTrue(Files.exists(file), "no responses of Proxmox VE here: set BUTLER_ORACLES to where they are");
        RecordedPveAnswers answers = new RecordedPveAnswers();
        new ObjectMapper().readTree(file.toFile()).path("fixtures").forEach(answers::add);
        return answers;
    }

    private void add(JsonNode fixture) {
        String operation =
                operation(fixture.path("method").asText(), fixture.path("path").asText());
        fields(fixture.path("response").path("data"))
                .forEach(field -> types.computeIfAbsent(operation + " " + field.getKey(), _ -> new HashSet<>())
                        .add(field.getValue().getNodeType()));
    }

    /** Returns the fields of a response whose JSON type no recorded response has. Fields that none of them has are not compared. */
    List<String> differences(RecordedCall call) {
        return fields(call.response().orElseThrow().path("data"))
                .filter(field -> isOther(call, field))
                .map(field -> "%s %s is %s"
                        .formatted(
                                operation(call.method(), call.path()),
                                field.getKey(),
                                field.getValue().getNodeType()))
                .toList();
    }

    private boolean isOther(RecordedCall call, Map.Entry<String, JsonNode> field) {
        return Optional.ofNullable(types.get(operation(call.method(), call.path()) + " " + field.getKey()))
                .filter(known -> !known.contains(field.getValue().getNodeType()))
                .isPresent();
    }

    /** Returns how many fields of a response can be compared. */
    long comparable(RecordedCall call) {
        return fields(call.response().orElseThrow().path("data"))
                .filter(field -> types.containsKey(operation(call.method(), call.path()) + " " + field.getKey()))
                .count();
    }

    private static Stream<Map.Entry<String, JsonNode>> fields(JsonNode data) {
        return data.isArray() ? data.valueStream().flatMap(JsonNode::propertyStream) : data.propertyStream();
    }

    /** Returns method and path without the names of nodes, storages and tasks and without VM IDs. */
    private static String operation(String method, String path) {
        return method + " "
                + path.replaceFirst("\\$$", "")
                        .replaceFirst("^\\^?/nodes/[^/]+", "/nodes/*")
                        .replaceFirst("/qemu/[^/]+", "/qemu/*")
                        .replaceFirst("/tasks/[^/]+", "/tasks/*")
                        .replaceFirst("/storage/[^/]+", "/storage/*");
    }
}
