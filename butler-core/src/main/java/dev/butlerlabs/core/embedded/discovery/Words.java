package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.resource.Verb;
import java.util.Arrays;
import java.util.List;

/** What both forms of discovery say about a resource. */
final class Words {
    private Words() {}

    static List<String> verbs(Resource resource) {
        return resource.verbs().stream().map(Verb::word).sorted().toList();
    }

    static List<String> verbs(Subresource part) {
        return part == Subresource.FINALIZE ? List.of("update") : List.of("get", "patch", "update");
    }

    static List<Subresource> parts(Resource resource) {
        return Arrays.stream(Subresource.values())
                .filter(part -> part != Subresource.NONE && resource.behaviour().offers(part))
                .toList();
    }

    static void put(ObjectNode node, String field, List<String> words) {
        ArrayNode list = node.putArray(field);
        words.forEach(list::add);
    }

    static void putUnlessEmpty(ObjectNode node, String field, List<String> words) {
        if (!words.isEmpty()) {
            put(node, field, words);
        }
    }
}
