package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Requests by a few managers over few values, so that they meet often. */
final class RandomSteps {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random;
    private final double density;

    RandomSteps(long seed) {
        this.random = new Random(seed);
        this.density = 0.1 + 0.4 * random.nextDouble();
    }

    Step next() {
        int dice = random.nextInt(100);
        boolean status = random.nextInt(5) == 0;
        if (dice < 55) {
            return new Step(
                    Step.Verb.APPLY, pick("ann", "bob", "cid"), chance(0.5), status ? "status" : "", content(status));
        }
        if (dice < 75) {
            return new Step(Step.Verb.UPDATE, pick("ann", "uma"), false, status ? "status" : "", content(status));
        }
        if (dice < 85) {
            return new Step(Step.Verb.JSON, pick("uma", "vic"), false, status ? "status" : "", jsonPatch());
        }
        if (dice < 87) {
            return new Step(Step.Verb.MERGE, "uma", false, "", Gadgets.yaml("metadata: {managedFields: [{}]}"));
        }
        return new Step(Step.Verb.MERGE, pick("uma", "vic"), false, status ? "status" : "", mergePatch(status));
    }

    /** What a gadget may hold, as a request would carry it. */
    ObjectNode content(boolean status) {
        ObjectNode content = NODES.objectNode();
        maybe(content, "metadata", this::metadata);
        if (chance(0.9)) {
            content.set("spec", spec());
        }
        if (status || chance(0.1)) {
            content.set("status", status());
        }
        return content;
    }

    private ObjectNode metadata() {
        ObjectNode metadata = NODES.objectNode();
        maybe(metadata, "labels", () -> map(this::word));
        maybe(metadata, "annotations", () -> map(this::word));
        maybe(metadata, "finalizers", this::finalizers);
        return metadata;
    }

    private ArrayNode finalizers() {
        ArrayNode list = NODES.arrayNode();
        List.of("test/one", "test/two").stream().filter(_ -> chance(0.5)).forEach(list::add);
        return list;
    }

    private ObjectNode spec() {
        ObjectNode spec = NODES.objectNode();
        maybe(spec, "count", this::number);
        maybe(spec, "mode", this::word);
        maybe(spec, "point", this::point);
        maybe(spec, "atoms", this::numbers);
        maybe(spec, "matrix", () -> NODES.arrayNode().add(numbers()).add(numbers()));
        maybe(spec, "tags", this::tags);
        maybe(spec, "numbers", this::numberSet);
        maybe(spec, "ports", this::ports);
        maybe(spec, "items", this::items);
        maybe(spec, "labels", () -> map(this::word));
        maybe(spec, "table", () -> map(this::row));
        maybe(spec, "frozen", () -> pair("a", "b"));
        maybe(spec, "frozenMap", () -> map(this::word));
        maybe(spec, "free", () -> free(3));
        maybe(spec, "half", this::half);
        maybe(spec, "either", () -> chance(0.5) ? number() : word());
        maybe(spec, "maybe", () -> chance(0.3) ? NODES.nullNode() : word());
        maybe(spec, "maybePoint", () -> chance(0.3) ? NODES.nullNode() : pair("x", "x"));
        return spec;
    }

    private ObjectNode status() {
        ObjectNode status = NODES.objectNode();
        maybe(status, "phase", this::word);
        maybe(status, "seen", this::number);
        maybe(
                status,
                "conditions",
                () -> keyed("type", List.of(NODES.textNode("Ready"), NODES.textNode("Done")), item -> {
                    maybe(item, "status", this::word);
                }));
        return status;
    }

    private ObjectNode point() {
        ObjectNode point = pair("x", "y");
        maybe(point, "deep", () -> {
            ObjectNode deep = NODES.objectNode();
            maybe(deep, "z", this::word);
            maybe(deep, "tags", this::tags);
            return deep;
        });
        return point;
    }

    private ObjectNode half() {
        ObjectNode half = free(2);
        maybe(half, "known", this::word);
        return half;
    }

    private ArrayNode ports() {
        return keyed("port", List.of(NODES.numberNode(80), NODES.numberNode(443)), item -> {
            maybe(item, "protocol", () -> NODES.textNode(pick("TCP", "UDP")));
            maybe(item, "name", this::word);
            maybe(item, "options", () -> pair("a", "b"));
        });
    }

    private ArrayNode items() {
        List<JsonNode> names =
                List.of(NODES.textNode("p"), NODES.textNode("q"), NODES.textNode("<r&\"s"), NODES.textNode("t"));
        return keyed("name", names, item -> {
            maybe(item, "value", this::word);
            maybe(item, "tags", this::tags);
            maybe(item, "properties", () -> map(this::word));
        });
    }

    private ObjectNode row() {
        ObjectNode row = pair("a", "b");
        maybe(
                row,
                "rows",
                () -> keyed(
                        "id",
                        List.of(NODES.numberNode(1), NODES.numberNode(2)),
                        item -> maybe(item, "text", this::word)));
        return row;
    }

    private ArrayNode keyed(String key, List<JsonNode> values, Consumer<ObjectNode> filler) {
        ArrayNode list = NODES.arrayNode();
        List<JsonNode> order = new ArrayList<>(values);
        Collections.shuffle(order, random);
        order.stream().filter(_ -> chance(0.5)).forEach(value -> {
            ObjectNode item = list.addObject();
            item.set(key, value);
            filler.accept(item);
        });
        return list;
    }

    private ArrayNode tags() {
        ArrayNode list = NODES.arrayNode();
        List<String> order = new ArrayList<>(List.of("k", "l", "m", "n"));
        Collections.shuffle(order, random);
        order.stream().filter(_ -> chance(0.5)).forEach(list::add);
        return list;
    }

    private ArrayNode numberSet() {
        ArrayNode list = NODES.arrayNode();
        List.of(1.0, 2.5, 3.0, 1e-9).stream().filter(_ -> chance(0.5)).forEach(value -> {
            if (value == 3.0) {
                list.add(3);
            } else {
                list.add(value);
            }
        });
        return list;
    }

    private ArrayNode numbers() {
        ArrayNode list = NODES.arrayNode();
        random.ints(random.nextInt(3), 0, 3).forEach(list::add);
        return list;
    }

    private ObjectNode pair(String one, String two) {
        ObjectNode pair = NODES.objectNode();
        maybe(pair, one, this::number);
        maybe(pair, two, this::number);
        return pair;
    }

    private ObjectNode map(Supplier<JsonNode> value) {
        ObjectNode map = NODES.objectNode();
        List.of("a", "b", "c").forEach(key -> maybe(map, key, value));
        return map;
    }

    private ObjectNode free(int depth) {
        return map(() -> freeValue(depth - 1));
    }

    private JsonNode freeValue(int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 3)) {
            case 0 -> number();
            case 1 -> word();
            case 2 -> numbers();
            case 3 -> NODES.nullNode();
            default -> free(depth);
        };
    }

    private ArrayNode jsonPatch() {
        ArrayNode operations = NODES.arrayNode();
        ObjectNode spec = spec();
        spec.properties().stream().limit(3).forEach(field -> {
            String path = "/spec/" + field.getKey();
            if (chance(0.3)) {
                operations.addObject().put("op", "remove").put("path", path);
            } else {
                ObjectNode operation = operations.addObject().put("op", pick("add", "replace", "test"));
                operation.put("path", path).set("value", field.getValue());
            }
        });
        return operations;
    }

    /** A content with parts of it turned into removals. */
    private ObjectNode mergePatch(boolean status) {
        ObjectNode patch = content(status);
        sprinkleNulls(patch);
        return patch;
    }

    private void sprinkleNulls(ObjectNode patch) {
        patch.properties().forEach(field -> {
            boolean removable = !List.of("metadata", "spec", "status").contains(field.getKey());
            if (removable && chance(0.25)) {
                field.setValue(NODES.nullNode());
            } else if (field.getValue() instanceof ObjectNode below) {
                sprinkleNulls(below);
            }
        });
    }

    private void maybe(ObjectNode object, String name, Supplier<? extends JsonNode> value) {
        if (chance(density)) {
            object.set(name, value.get());
        }
    }

    private JsonNode number() {
        return NODES.numberNode(random.nextInt(3));
    }

    private JsonNode word() {
        return NODES.textNode(pick("red", "green"));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
