package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an API answers, without what differs from server to server and from run to run.
 *
 * @param body the object, or the message of a refusal with its causes
 */
record Answer(int status, JsonNode body) {

    static Answer object(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        ObjectNode metadata = (ObjectNode) copy.get("metadata");
        metadata.remove(List.of("uid", "resourceVersion", "creationTimestamp", "generation", "name", "namespace"));
        if (metadata.path("managedFields") instanceof ArrayNode entries) {
            metadata.set("managedFields", comparable(entries));
        }
        return new Answer(200, copy);
    }

    /** Entries are ordered by time, which a test cannot rely on. */
    private static ArrayNode comparable(ArrayNode entries) {
        List<JsonNode> sorted = new ArrayList<>();
        entries.forEach(sorted::add);
        sorted.stream().filter(entry -> entry.has("time")).forEach(entry -> ((ObjectNode) entry).put("time", "set"));
        sorted.sort(Comparator.comparing(entry -> entry.path("manager").asText()
                + entry.path("operation").asText()
                + entry.path("subresource").asText()
                + entry.path("apiVersion").asText()));
        return entries.removeAll().addAll(sorted);
    }

    static Answer refusal(int status, String message, List<String> causes) {
        ObjectNode body = Gadgets.YAML.createObjectNode().put("message", comparable(message));
        ArrayNode list = body.putArray("causes");
        causes.stream().sorted().forEach(list::add);
        return new Answer(status, body);
    }

    /** The real server lists several errors of one object in the order of a hash map: another one each time. */
    static String comparable(String message) {
        List<String> lines = message.lines().toList();
        return Stream.concat(lines.stream().limit(1), lines.stream().skip(1).sorted())
                .collect(Collectors.joining("\n"));
    }
}
