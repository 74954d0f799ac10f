package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedFieldsTest {
    private static final FieldTypes TYPES = Gadgets.SCHEMA.types();
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00.750Z");
    private static final Instant LATER = Instant.parse("2026-01-01T00:05:00Z");

    private static ObjectNode gadget(String content) {
        return Gadgets.gadget("some-gadget", Gadgets.yaml(content));
    }

    private static ObjectNode apply(Optional<ObjectNode> live, String content, String manager, Instant now)
            throws PatchException {
        ApplyOptions options = new ApplyOptions(manager, false, "", Gadgets.API_VERSION);
        ServerSideApplyResult outcome = ServerSideApplyPatch.apply(live, gadget(content), options, TYPES, now);
        return ((ServerSideApplyResult.Applied) outcome).object();
    }

    private static ObjectNode update(Optional<ObjectNode> live, ObjectNode object, String manager, Instant now) {
        return ManagedFields.update(live, object, manager, "", Gadgets.API_VERSION, TYPES, now);
    }

    private static JsonNode entry(ObjectNode object, int position) {
        return ManagedFieldsCodec.of(object).path(position);
    }

    @Test
    void writesTimesInWholeSeconds() throws PatchException {
        ObjectNode created = apply(Optional.empty(), "spec: {count: 1}", "ann", FIRST);
        assertThat(entry(created, 0).path("time").asText()).isEqualTo("2026-01-01T00:00:00Z");
    }

    @Test
    void keepsTheTimeWhenAnApplyChangesNothing() throws PatchException {
        ObjectNode created = apply(Optional.empty(), "spec: {count: 1}", "ann", FIRST);
        ObjectNode again = apply(Optional.of(created), "spec: {count: 1}", "ann", LATER);
        assertThatObject(again).isEqualTo(created);
    }

    @Test
    void movesTheTimeWhenAnApplyChangesSomething() throws PatchException {
        ObjectNode created = apply(Optional.empty(), "spec: {count: 1}", "ann", FIRST);
        ObjectNode changed = apply(Optional.of(created), "spec: {count: 2}", "ann", LATER);
        assertThat(entry(changed, 0).path("time").asText()).isEqualTo(LATER.toString());
    }

    @Test
    void givesACoOwnerThatChangedNothingNoTime() throws PatchException {
        ObjectNode created = apply(Optional.empty(), "spec: {count: 1}", "ann", FIRST);
        ObjectNode shared = apply(Optional.of(created), "spec: {count: 1}", "bob", LATER);
        assertThat(entry(shared, 0).path("manager").asText()).isEqualTo("bob");
        assertThat(entry(shared, 0).has("time")).isFalse();
    }

    @Test
    void keepsTheTimeWhenAnUpdateChangesNothing() {
        ObjectNode created = update(Optional.empty(), gadget("spec: {count: 1}"), "uma", FIRST);
        assertThatObject(update(Optional.of(created), gadget("spec: {count: 1}"), "vic", LATER))
                .isEqualTo(created);
    }

    @Test
    void movesTheTimeOfTheUpdaterOnly() {
        ObjectNode created = update(Optional.empty(), gadget("spec: {count: 1, mode: m}"), "uma", FIRST);
        ObjectNode changed = update(Optional.of(created), gadget("spec: {count: 2, mode: m}"), "vic", LATER);
        assertThat(entry(changed, 0).path("time").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(entry(changed, 1).path("time").asText()).isEqualTo(LATER.toString());
    }

    @Test
    void callsAnUnnamedManagerUnknown() {
        ObjectNode created = update(Optional.empty(), gadget("spec: {count: 1}"), "", FIRST);
        assertThat(entry(created, 0).path("manager").asText()).isEqualTo("unknown");
    }

    @Test
    void sameContentLooksPastTimesAndResourceVersion() {
        ObjectNode one = update(Optional.empty(), gadget("spec: {count: 1}"), "uma", FIRST);
        ObjectNode other = update(Optional.empty(), gadget("spec: {count: 1}"), "uma", LATER);
        other.withObjectProperty("metadata").put("resourceVersion", "7");
        assertThat(ManagedFields.sameContent(one, other)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec: {count: 2}", "spec: {count: 1, mode: m}", "{}"})
    void sameContentSeesEveryOtherDifference(String content) {
        ObjectNode one = update(Optional.empty(), gadget("spec: {count: 1}"), "uma", FIRST);
        ObjectNode other = update(Optional.empty(), gadget(content), "uma", FIRST);
        assertThat(ManagedFields.sameContent(one, other)).isFalse();
    }

    @Test
    void sameContentSeesADifferentOwner() {
        ObjectNode one = update(Optional.empty(), gadget("spec: {count: 1}"), "uma", FIRST);
        ObjectNode other = update(Optional.empty(), gadget("spec: {count: 1}"), "vic", FIRST);
        assertThat(ManagedFields.sameContent(one, other)).isFalse();
    }

    @Test
    void givesUpTheRecordWhenItemsCannotBeToldApart() {
        ObjectNode created = update(Optional.empty(), gadget("spec: {count: 1}"), "uma", FIRST);
        ObjectNode odd = update(Optional.of(created), gadget("spec: {items: [{value: v}]}"), "uma", LATER);
        assertThat(ManagedFieldsCodec.of(odd).isMissingNode()).isTrue();
    }

    @Test
    void ownsItemsThatAreThereTwiceTogether() {
        ObjectNode created = update(Optional.empty(), gadget("spec: {tags: [a, a, b]}"), "uma", FIRST);
        ObjectNode single = update(Optional.of(created), gadget("spec: {tags: [a, b]}"), "vic", LATER);
        assertThat(entry(single, 0).at("/fieldsV1/f:spec/f:tags")).hasToString("{\".\":{},\"v:\\\"b\\\"\":{}}");
        assertThat(entry(single, 1).path("manager").asText()).isEqualTo("vic");
    }

    @Test
    void takesTheWholeWhenAPartBecameAtomic() throws PatchException {
        ObjectNode created = apply(Optional.empty(), "spec: {point: {x: 1}, tags: [a]}", "ann", FIRST);
        FieldTypes atomic = dev.butlerlabs.core.embedded.schema.StructuralSchema.of(Gadgets.yaml("""
                                type: object
                                properties:
                                  spec:
                                    type: object
                                    properties:
                                      point: {type: object, x-kubernetes-map-type: atomic, properties: {x: {type: integer}}}
                                      tags: {type: array, items: {type: string}}
                                """))
                .types();
        ObjectNode touched = ManagedFields.update(
                Optional.of(created),
                gadget("spec: {point: {x: 1}, tags: [a]}"),
                "uma",
                "",
                Gadgets.API_VERSION,
                atomic,
                LATER);
        assertThat(entry(touched, 0).path("fieldsV1")).hasToString("{\"f:spec\":{\"f:point\":{},\"f:tags\":{}}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[1]", "{'f': {}}", "{'k:{': {}}", "{'k:1': {}}", "{'v:': {}}", "{'i:x': {}}", "{'f:a': 1}"})
    void doesNotReadADamagedEncoding(String encoded) {
        assertThat(FieldsV1.decode(Gadgets.yaml(encoded))).isEmpty();
    }

    @Test
    void leavesOutElementsOfAnUnknownKind() {
        assertThat(FieldsV1.decode(Gadgets.yaml("{'z:later': {}, 'f:a': {}}")))
                .contains(FieldSet.of(new PathElement.Field("a")));
    }
}
