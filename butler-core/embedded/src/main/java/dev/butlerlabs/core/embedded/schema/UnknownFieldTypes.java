package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The types of a value without a schema. */
final class UnknownFieldTypes implements FieldTypes {

    @Override
    public FieldTypes field(String name) {
        return this;
    }

    @Override
    public FieldTypes items() {
        return this;
    }

    @Override
    public ListKind listKind() {
        return ListKind.ATOMIC;
    }

    @Override
    public List<String> mapKeys() {
        return List.of();
    }

    @Override
    public boolean atomicMap() {
        return false;
    }

    @Override
    public boolean knows(String name) {
        return false;
    }

    @Override
    public boolean closed() {
        return false;
    }

    @Override
    public Optional<JsonNode> defaultFor(String key) {
        return Optional.empty();
    }

    @Override
    public Optional<String> patchMergeKey() {
        return Optional.empty();
    }

    @Override
    public Set<String> patchStrategies() {
        return Set.of();
    }
}
