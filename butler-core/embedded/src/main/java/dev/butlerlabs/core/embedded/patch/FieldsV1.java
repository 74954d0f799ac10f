package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.jsonpatch.GoJsonWriter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Encodes and decodes the field set of a managedFields entry: {@code f:} is a field, {@code k:} the keys of a list item, {@code v:} the
 * value of a set item, {@code i:} an index, and a dot is the path itself if there are paths below it.
 */
final class FieldsV1 {
    private static final String SELF = ".";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private FieldsV1() {}

    static ObjectNode encode(FieldSet set) {
        ObjectNode encoded = JsonNodeFactory.instance.objectNode();
        set.branches().forEach((element, branch) -> {
            ObjectNode below = encoded.putObject(encode(element));
            if (branch.member() && !branch.below().isEmpty()) {
                below.putObject(SELF);
            }
            below.setAll(encode(branch.below()));
        });
        return encoded;
    }

    private static String encode(PathElement element) {
        return switch (element) {
            case PathElement.Field(String name) -> "f:" + name;
            case PathElement.Key(var fields) ->
                fields.entrySet().stream()
                        .map(field -> GoJsonWriter.write(TextNode.valueOf(field.getKey())) + ":"
                                + GoJsonWriter.writeElement(field.getValue()))
                        .collect(Collectors.joining(",", "k:{", "}"));
            case PathElement.Value(JsonNode value) -> "v:" + GoJsonWriter.writeElement(value);
            case PathElement.Index(int position) -> "i:" + position;
        };
    }

    /** Decodes a field set; empty if the encoding is invalid. Unknown types of path elements are ignored. */
    static Optional<FieldSet> decode(JsonNode encoded) {
        if (!encoded.isObject()) {
            return Optional.empty();
        }
        TreeMap<PathElement, FieldSet.Branch> branches = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : encoded.properties()) {
            if (entry.getKey().equals(SELF)) {
                continue;
            }
            if (entry.getKey().length() < 2 || entry.getKey().charAt(1) != ':') {
                return Optional.empty();
            }
            if ("fkvi".indexOf(entry.getKey().charAt(0)) < 0) {
                continue;
            }
            Optional<PathElement> element = element(entry.getKey());
            Optional<FieldSet> below = decode(entry.getValue());
            if (element.isEmpty() || below.isEmpty()) {
                return Optional.empty();
            }
            boolean member = entry.getValue().has(SELF) || below.get().isEmpty();
            branches.put(element.get(), new FieldSet.Branch(member, below.get()));
        }
        return Optional.of(FieldSet.of(branches));
    }

    private static Optional<PathElement> element(String text) {
        String content = text.substring(2);
        return switch (text.charAt(0)) {
            case 'f' -> Optional.of(new PathElement.Field(content));
            case 'k' -> json(content).filter(JsonNode::isObject).map(FieldsV1::key);
            case 'v' -> json(content).map(PathElement.Value::new);
            default ->
                content.matches("\\d{1,9}")
                        ? Optional.of(new PathElement.Index(Integer.parseInt(content)))
                        : Optional.empty();
        };
    }

    private static PathElement key(JsonNode object) {
        TreeMap<String, JsonNode> fields = new TreeMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return new PathElement.Key(fields);
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(MAPPER.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException malformed) {
            return Optional.empty();
        }
    }
}
