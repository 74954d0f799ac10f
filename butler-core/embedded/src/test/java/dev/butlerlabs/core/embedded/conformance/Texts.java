package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;

/** Texts as trees, so that headers can be compared like bodies. */
final class Texts {

    private Texts() {}

    static JsonNode node(Optional<String> text) {
        return text.<JsonNode>map(TextNode::valueOf).orElse(MissingNode.getInstance());
    }

    static JsonNode list(List<String> texts) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        texts.forEach(list::add);
        return list;
    }

    /** A well-formed ConfigMap of about this many bytes. */
    static String configMapOfSize(int bytes) {
        return """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "large"}, "data": {"text": "%s"}}
                """.formatted("x".repeat(bytes));
    }
}
