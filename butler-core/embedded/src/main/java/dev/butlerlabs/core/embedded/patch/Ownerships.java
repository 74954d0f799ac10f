package dev.butlerlabs.core.embedded.patch;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Immutable map of all owners of one object; owners without fields are dropped. */
final class Ownerships {
    static final Ownerships NONE = new Ownerships(new TreeMap<>());

    private final SortedMap<Owner, Ownership> byOwner;

    private Ownerships(SortedMap<Owner, Ownership> byOwner) {
        this.byOwner = byOwner;
    }

    static Ownerships of(Map<Owner, Ownership> byOwner) {
        TreeMap<Owner, Ownership> kept = new TreeMap<>(byOwner);
        kept.values().removeIf(ownership -> ownership.fields().isEmpty());
        return new Ownerships(kept);
    }

    boolean isEmpty() {
        return byOwner.isEmpty();
    }

    SortedMap<Owner, Ownership> byOwner() {
        return Collections.unmodifiableSortedMap(byOwner);
    }

    Optional<Ownership> of(Owner owner) {
        return Optional.ofNullable(byOwner.get(owner));
    }

    Ownerships with(Owner owner, Ownership ownership) {
        TreeMap<Owner, Ownership> changed = new TreeMap<>(byOwner);
        changed.put(owner, ownership);
        return of(changed);
    }

    Ownerships without(Owner owner) {
        TreeMap<Owner, Ownership> changed = new TreeMap<>(byOwner);
        changed.remove(owner);
        return new Ownerships(changed);
    }

    /** Returns the same owners with their field sets mapped. */
    Ownerships mapFields(UnaryOperator<FieldSet> change) {
        TreeMap<Owner, Ownership> changed = new TreeMap<>(byOwner);
        changed.replaceAll((_, ownership) -> ownership.with(change.apply(ownership.fields())));
        return of(changed);
    }

    /** Returns the union of all owned fields. */
    FieldSet allFields() {
        return byOwner.values().stream().map(Ownership::fields).reduce(FieldSet.EMPTY, FieldSet::union);
    }
}
