package dev.butlerlabs.core.embedded.patch;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Immutable map of all owners of one object; owners without fields are dropped. */
final class FieldOwnerships {
    static final FieldOwnerships NONE = new FieldOwnerships(new TreeMap<>());

    private final SortedMap<FieldManager, FieldOwnership> byOwner;

    private FieldOwnerships(SortedMap<FieldManager, FieldOwnership> byOwner) {
        this.byOwner = byOwner;
    }

    static FieldOwnerships of(Map<FieldManager, FieldOwnership> byOwner) {
        TreeMap<FieldManager, FieldOwnership> kept = new TreeMap<>(byOwner);
        kept.values().removeIf(ownership -> ownership.fields().isEmpty());
        return new FieldOwnerships(kept);
    }

    boolean isEmpty() {
        return byOwner.isEmpty();
    }

    SortedMap<FieldManager, FieldOwnership> byOwner() {
        return Collections.unmodifiableSortedMap(byOwner);
    }

    Optional<FieldOwnership> of(FieldManager owner) {
        return Optional.ofNullable(byOwner.get(owner));
    }

    FieldOwnerships with(FieldManager owner, FieldOwnership ownership) {
        TreeMap<FieldManager, FieldOwnership> changed = new TreeMap<>(byOwner);
        changed.put(owner, ownership);
        return of(changed);
    }

    FieldOwnerships without(FieldManager owner) {
        TreeMap<FieldManager, FieldOwnership> changed = new TreeMap<>(byOwner);
        changed.remove(owner);
        return new FieldOwnerships(changed);
    }

    /** Returns the same owners with their field sets mapped. */
    FieldOwnerships mapFields(UnaryOperator<FieldSet> change) {
        TreeMap<FieldManager, FieldOwnership> changed = new TreeMap<>(byOwner);
        changed.replaceAll((_, ownership) -> ownership.with(change.apply(ownership.fields())));
        return of(changed);
    }

    /** Returns the union of all owned fields. */
    FieldSet allFields() {
        return byOwner.values().stream().map(FieldOwnership::fields).reduce(FieldSet.EMPTY, FieldSet::union);
    }
}
