package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any schema and any object. */
class SchemaPropertiesTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("a", "b", "c", "metadata", "spec");

    @Property(tries = 100)
    void pruningTwiceIsPruningOnce(@ForAll("schemas") JsonNode source, @ForAll("objects") ObjectNode object) {
        StructuralSchema schema = StructuralSchema.of(source);
        schema.prune(object);
        ObjectNode once = object.deepCopy();
        assertThat(schema.prune(object)).isEmpty();
        assertThat(object).isEqualTo(once);
    }

    @Property(tries = 100)
    void defaultingTwiceIsDefaultingOnce(@ForAll("schemas") JsonNode source, @ForAll("objects") ObjectNode object) {
        StructuralSchema schema = StructuralSchema.of(source);
        schema.applyDefaults(object);
        ObjectNode once = object.deepCopy();
        schema.applyDefaults(object);
        assertThat(object).isEqualTo(once);
    }

    @Property(tries = 100)
    void pruningRemovesNothingThatValidationMissesLater(
            @ForAll("schemas") JsonNode source, @ForAll("objects") ObjectNode object) {
        StructuralSchema schema = StructuralSchema.of(source);
        List<String> before = places(schema.validate(object));
        ObjectNode pruned = object.deepCopy();
        schema.prune(pruned);
        assertThat(before).containsAll(places(schema.validate(pruned)));
    }

    private static List<String> places(List<FieldError> errors) {
        return errors.stream().map(error -> error.kind() + " " + error.path()).toList();
    }

    @Property(tries = 100)
    void anUnchangedObjectIsAlwaysAccepted(@ForAll("schemas") JsonNode source, @ForAll("objects") ObjectNode object) {
        StructuralSchema schema = StructuralSchema.of(source);
        assertThat(schema.validateUpdate(object, object.deepCopy())).isEmpty();
    }

    @Property(tries = 100)
    void anUpdateIsNeverJudgedHarderThanANewObject(
            @ForAll("schemas") JsonNode source,
            @ForAll("objects") ObjectNode object,
            @ForAll("objects") ObjectNode old) {
        StructuralSchema schema = StructuralSchema.of(source);
        assertThat(schema.validate(object)).containsAll(schema.validateUpdate(object, old));
    }

    @Property(tries = 100)
    void generatedSchemasAreStructural(@ForAll("schemas") JsonNode source) {
        assertThat(StructuralSchema.check(source, "schema")).isEmpty();
    }

    @Provide
    Arbitrary<JsonNode> schemas() {
        return Arbitraries.lazyOf(() -> objectSchema(2)).map(schema -> {
            ((ObjectNode) schema.get("properties")).remove("metadata");
            return schema;
        });
    }

    private static Arbitrary<JsonNode> objectSchema(int depth) {
        return Arbitraries.maps(Arbitraries.of(NAMES), anySchema(depth))
                .ofMaxSize(4)
                .map(properties -> {
                    ObjectNode schema = JSON.objectNode().put("type", "object");
                    ObjectNode node = schema.putObject("properties");
                    properties.forEach(node::set);
                    return schema;
                });
    }

    private static Arbitrary<JsonNode> anySchema(int depth) {
        Arbitrary<JsonNode> scalar = Arbitraries.of(
                Yaml.parse("{type: string, default: x, maxLength: 3}"),
                Yaml.parse("{type: string, enum: [a, b]}"),
                Yaml.parse("{type: integer, minimum: 2}"),
                Yaml.parse("{type: integer, default: 5, nullable: true}"),
                Yaml.parse("{type: boolean}"),
                Yaml.parse("{x-kubernetes-int-or-string: true}"),
                Yaml.parse("{type: object, x-kubernetes-preserve-unknown-fields: true}"));
        if (depth == 0) {
            return scalar;
        }
        Arbitrary<JsonNode> list = anySchema(depth - 1)
                .map(items -> JSON.objectNode().put("type", "array").set("items", items));
        Arbitrary<JsonNode> map = anySchema(depth - 1)
                .map(entries -> JSON.objectNode().put("type", "object").set("additionalProperties", entries));
        return Arbitraries.oneOf(scalar, list, map, objectSchema(depth - 1));
    }

    @Provide
    Arbitrary<ObjectNode> objects() {
        return Combinators.combine(fields(3), Arbitraries.just("x")).as((fields, name) -> {
            ObjectNode object = JSON.objectNode();
            fields.forEach(object::set);
            object.remove("metadata");
            return object;
        });
    }

    private static Arbitrary<Map<String, JsonNode>> fields(int depth) {
        return Arbitraries.maps(Arbitraries.of(NAMES), anyValue(depth)).ofMaxSize(4);
    }

    private static Arbitrary<JsonNode> anyValue(int depth) {
        Arbitrary<JsonNode> scalar = Arbitraries.of(
                Yaml.parse("a"),
                Yaml.parse("long text"),
                Yaml.parse("1"),
                Yaml.parse("7"),
                Yaml.parse("1.5"),
                Yaml.parse("true"),
                Yaml.parse("null"));
        if (depth == 0) {
            return scalar;
        }
        Arbitrary<JsonNode> list = anyValue(depth - 1)
                .list()
                .ofMaxSize(3)
                .map(elements -> JSON.arrayNode().addAll(elements));
        Arbitrary<JsonNode> object = fields(depth - 1).map(fields -> {
            ObjectNode node = JSON.objectNode();
            fields.forEach(node::set);
            return node;
        });
        return Arbitraries.oneOf(scalar, list, object);
    }
}
