package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PatchPropertiesTest {
    private static final FieldTypes TYPES = Gadgets.SCHEMA.types();
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = FIRST.plusSeconds(60);

    private static ObjectNode gadget(long seed) {
        return Gadgets.gadget("some-gadget", new RandomSteps(seed).content(false));
    }

    private static ObjectNode applied(Optional<ObjectNode> live, ObjectNode applied, String manager, Instant now) {
        ApplyOptions options = new ApplyOptions(manager, true, "", Gadgets.API_VERSION);
        try {
            return switch (ServerSideApplyPatch.apply(live, applied, options, TYPES, now)) {
                case ServerSideApplyResult.Applied(ObjectNode object) -> object;
                case ServerSideApplyResult.Conflicts conflicts -> throw new AssertionError(conflicts.message());
            };
        } catch (PatchException e) {
            throw new AssertionError(e);
        }
    }

    @Property(tries = 200)
    void applyingTwiceIsApplyingOnce(@ForAll long before, @ForAll long seed) {
        ObjectNode live = applied(Optional.empty(), gadget(before), "other", FIRST);
        ObjectNode once = applied(Optional.of(live), gadget(seed), "ann", FIRST);
        // Of a list that is empty nobody owns anything; where it alone is left, the next one takes it for older than
        // all of them.
        Assume.that(once.path("metadata").has("managedFields"));
        assertThatObject(applied(Optional.of(once), gadget(seed), "ann", LATER)).isEqualTo(once);
    }

    @Property(tries = 200)
    void applyingNothingRemovesWhatTheManagerAloneOwned(@ForAll long seed) {
        ObjectNode created = applied(Optional.empty(), gadget(seed), "ann", FIRST);
        ObjectNode nothing = Gadgets.gadget("some-gadget", JsonNodeFactory.instance.objectNode());
        ObjectNode left = applied(Optional.of(created), nothing, "ann", LATER);
        FieldOwnerships owners = ManagedFieldsCodec.read(left).orElseThrow();
        assertThat(owners.of(FieldManager.applying("ann", ""))).isEmpty();
        assertThat(scalarsAndItems(left.path("spec"))).isZero();
    }

    /** Empty lists have no items to own, so they may stay; nothing else may. */
    private static long scalarsAndItems(JsonNode value) {
        return value.isContainerNode()
                ? value.valueStream()
                        .mapToLong(PatchPropertiesTest::scalarsAndItems)
                        .sum()
                : value.isMissingNode() || value.isNull() ? 0 : 1;
    }

    @Property(tries = 200)
    void theObjectHasWhatWasApplied(@ForAll long before, @ForAll long seed) {
        ObjectNode live = applied(Optional.empty(), gadget(before), "other", FIRST);
        ObjectNode configuration = gadget(seed);
        ObjectNode object = applied(Optional.of(live), configuration, "ann", LATER);
        FieldSet wanted = SchemaAwareFields.of(configuration, TYPES);
        FieldSet there = SchemaAwareFields.withNamedFields(SchemaAwareFields.of(object, TYPES), TYPES);
        FieldSet emptied = wanted.difference(there);
        assertThat(emptied.paths()).allMatch(path -> isEmptyIn(configuration, path));
    }

    /** An applied empty map has no field of its own once it is merged with a map that has content. */
    private static boolean isEmptyIn(JsonNode configuration, java.util.List<PathElement> path) {
        JsonNode value = configuration;
        for (PathElement element : path) {
            value = switch (element) {
                case PathElement.Field(String name) -> value.path(name);
                case PathElement.Key key ->
                    Stream.iterate(0, i -> i + 1)
                            .limit(value.size())
                            .map(value::get)
                            .filter(item -> key.fields().entrySet().stream()
                                    .allMatch(field -> !item.has(field.getKey())
                                            || JsonValueComparator.equal(item.get(field.getKey()), field.getValue())))
                            .findFirst()
                            .orElseThrow();
                case PathElement.Value item -> item.value();
                case PathElement.Index index -> value.get(index.position());
            };
        }
        return value.isNull() || MergeTypes.isEmptyContainer(value);
    }

    @Property(tries = 200)
    void nobodyElseOwnsWhatWasForced(@ForAll long before, @ForAll long seed) {
        ObjectNode live = applied(Optional.empty(), gadget(before), "other", FIRST);
        ObjectNode object = applied(Optional.of(live), gadget(seed), "ann", LATER);
        SchemaAwareComparison changes =
                SchemaAwareComparison.of(ManagedFieldsCodec.hiddenIn(live), ManagedFieldsCodec.hiddenIn(object), TYPES);
        FieldOwnerships owners = ManagedFieldsCodec.read(object).orElseThrow();
        FieldSet others = owners.of(FieldManager.applying("other", ""))
                .map(FieldOwnership::fields)
                .orElse(FieldSet.EMPTY);
        assertThat(others.intersection(changes.changed()).isEmpty()).isTrue();
    }

    @Property(tries = 200)
    void anUpdateOwnsExactlyWhatItChanged(@ForAll long before, @ForAll long seed) {
        ObjectNode live =
                ManagedFields.update(Optional.empty(), gadget(before), "uma", "", Gadgets.API_VERSION, TYPES, FIRST);
        ObjectNode object =
                ManagedFields.update(Optional.of(live), gadget(seed), "vic", "", Gadgets.API_VERSION, TYPES, LATER);
        SchemaAwareComparison changes =
                SchemaAwareComparison.of(ManagedFieldsCodec.hiddenIn(live), ManagedFieldsCodec.hiddenIn(object), TYPES);
        FieldOwnerships owners = ManagedFieldsCodec.read(object).orElseThrow();
        FieldSet own = owners.of(FieldManager.updating("vic", Gadgets.API_VERSION, ""))
                .map(FieldOwnership::fields)
                .orElse(FieldSet.EMPTY);
        assertThat(own).isEqualTo(ServerManagedFields.removedFrom(changes.changed()));
    }

    @Property(tries = 200)
    void aMergePatchOfTheDifferenceMakesOneDocumentOfTheOther(@ForAll long one, @ForAll long other) {
        JsonNode before = withoutNulls(gadget(one));
        JsonNode after = withoutNulls(gadget(other));
        assertThatObject(MergePatch.apply(before, difference(before, after))).isEqualTo(after);
    }

    /** A merge patch cannot say null. */
    private static JsonNode withoutNulls(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
        }
        value.forEach(PatchPropertiesTest::withoutNulls);
        return value;
    }

    private static JsonNode difference(JsonNode before, JsonNode after) {
        if (!before.isObject() || !after.isObject()) {
            return after;
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        before.fieldNames().forEachRemaining(name -> {
            if (!after.has(name)) {
                patch.putNull(name);
            }
        });
        after.properties().forEach(field -> {
            if (!field.getValue().equals(before.get(field.getKey()))) {
                patch.set(field.getKey(), difference(before.path(field.getKey()), field.getValue()));
            }
        });
        return patch;
    }

    @Property(tries = 200)
    void patchesLeaveTheirInputsAlone(@ForAll long before, @ForAll long seed) {
        ObjectNode live = applied(Optional.empty(), gadget(before), "other", FIRST);
        ObjectNode liveCopy = live.deepCopy();
        ObjectNode configuration = gadget(seed);
        ObjectNode object = applied(Optional.of(live), configuration, "ann", LATER);
        object.withObjectProperty("spec").removeAll();
        MergePatch.apply(live, configuration);
        ManagedFields.update(Optional.of(live), configuration, "uma", "", Gadgets.API_VERSION, TYPES, LATER);
        assertThatObject(live).isEqualTo(liveCopy);
        assertThatObject(configuration).isEqualTo(gadget(seed));
    }
}
