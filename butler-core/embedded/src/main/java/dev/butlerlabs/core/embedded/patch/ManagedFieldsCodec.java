package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads and writes {@code metadata.managedFields}. */
final class ManagedFieldsCodec {
    private static final String METADATA = "metadata";
    private static final String MANAGED_FIELDS = "managedFields";
    private static final String FORMAT = "FieldsV1";
    private static final Comparator<Map.Entry<FieldManager, FieldOwnership>> ORDER = Comparator.comparing(
                    (Map.Entry<FieldManager, FieldOwnership> entry) ->
                            entry.getKey().operation())
            .thenComparing(entry -> entry.getValue().seconds())
            .thenComparing(entry -> entry.getKey().manager(), JsonValueComparator::compareText)
            .thenComparing(entry -> entry.getValue().apiVersion())
            .thenComparing(entry -> entry.getKey().subresource());

    private ManagedFieldsCodec() {}

    static JsonNode of(ObjectNode object) {
        return object.path(METADATA).path(MANAGED_FIELDS);
    }

    /** Whether a client requests to reset managedFields: with a single empty entry, because an empty list may be an oversight. */
    static boolean asksForReset(ObjectNode object) {
        JsonNode entries = of(object);
        return entries.isArray() && entries.size() == 1 && isBlank(entries.get(0));
    }

    private static boolean isBlank(JsonNode entry) {
        return entry.isObject()
                && entry.valueStream()
                        .allMatch(value -> value.isNull() || value.asText().isEmpty());
    }

    /** Returns the owners of an object; empty if one of the entries is invalid. */
    static Optional<FieldOwnerships> read(ObjectNode object) {
        TreeMap<FieldManager, FieldOwnership> owners = new TreeMap<>();
        for (JsonNode entry : of(object)) {
            Optional<ManagerOperation> operation =
                    operation(entry.path("operation").asText());
            Optional<FieldSet> fields = fields(entry);
            String apiVersion = entry.path("apiVersion").asText();
            if (operation.isEmpty() || fields.isEmpty() || apiVersion.isEmpty()) {
                return Optional.empty();
            }
            Optional<String> time =
                    entry.optional("time").filter(JsonNode::isTextual).map(JsonNode::textValue);
            owners.put(owner(entry, operation.get()), new FieldOwnership(fields.get(), apiVersion, time));
        }
        return Optional.of(FieldOwnerships.of(owners));
    }

    private static Optional<ManagerOperation> operation(String word) {
        return Stream.of(ManagerOperation.values())
                .filter(operation -> operation.word().equals(word))
                .findFirst();
    }

    private static Optional<FieldSet> fields(JsonNode entry) {
        JsonNode encoded = entry.path("fieldsV1");
        if (!entry.path("fieldsType").asText().equals(FORMAT)) {
            return Optional.empty();
        }
        return encoded.isMissingNode() || encoded.isNull() ? Optional.of(FieldSet.EMPTY) : FieldsV1.decode(encoded);
    }

    private static FieldManager owner(JsonNode entry, ManagerOperation operation) {
        String apiVersion = operation == ManagerOperation.APPLY
                ? ""
                : entry.path("apiVersion").asText();
        return new FieldManager(
                entry.path("manager").asText(),
                operation,
                apiVersion,
                entry.path("subresource").asText());
    }

    /** Returns the object without managedFields. The result shares its other nodes with the given object, which is not changed. */
    static ObjectNode hiddenIn(ObjectNode object) {
        if (!object.path(METADATA).has(MANAGED_FIELDS)) {
            return object;
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.setAll((ObjectNode) object.get(METADATA));
        metadata.remove(MANAGED_FIELDS);
        ObjectNode view = JsonNodeFactory.instance.objectNode();
        view.setAll(object);
        view.set(METADATA, metadata);
        return view;
    }

    /** Returns a copy of the object with these owners. */
    static ObjectNode written(ObjectNode object, FieldOwnerships ownerships) {
        ObjectNode copy = hiddenIn(object).deepCopy();
        if (!ownerships.isEmpty()) {
            ArrayNode entries = copy.withObjectProperty(METADATA).putArray(MANAGED_FIELDS);
            ownerships.byOwner().entrySet().stream()
                    .sorted(ORDER)
                    .map(entry -> entry(entry.getKey(), entry.getValue()))
                    .forEach(entries::add);
        }
        return copy;
    }

    private static ObjectNode entry(FieldManager owner, FieldOwnership ownership) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        if (!owner.manager().isEmpty()) {
            entry.put("manager", owner.manager());
        }
        entry.put("operation", owner.operation().word());
        entry.put("apiVersion", ownership.apiVersion());
        ownership.time().ifPresent(time -> entry.put("time", time));
        entry.put("fieldsType", FORMAT);
        entry.set("fieldsV1", FieldsV1.encode(ownership.fields()));
        if (!owner.subresource().isEmpty()) {
            entry.put("subresource", owner.subresource());
        }
        return entry;
    }
}
