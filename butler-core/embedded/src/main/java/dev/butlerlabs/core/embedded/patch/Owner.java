package dev.butlerlabs.core.embedded.patch;

import dev.butlerlabs.core.jsonpatch.JsonValues;
import java.util.Comparator;

/**
 * An owner of fields. A manager that applies is one owner regardless of the version; a manager that updates is one owner per version.
 *
 * @param apiVersion the version of an update; empty for an apply
 */
record Owner(String manager, Operation operation, String apiVersion, String subresource) implements Comparable<Owner> {
    private static final String UNNAMED = "unknown";
    private static final Comparator<Owner> ORDER = Comparator.comparing(
                    (Owner owner) -> owner.manager + '"', JsonValues::compareText)
            .thenComparing(Owner::operation)
            .thenComparing(owner -> owner.apiVersion + '"', JsonValues::compareText)
            .thenComparing(Owner::subresource, JsonValues::compareText);

    static Owner applying(String manager, String subresource) {
        return new Owner(named(manager), Operation.APPLY, "", subresource);
    }

    static Owner updating(String manager, String apiVersion, String subresource) {
        return new Owner(named(manager), Operation.UPDATE, apiVersion, subresource);
    }

    private static String named(String manager) {
        return manager.isEmpty() ? UNNAMED : manager;
    }

    /** Orders owners as kube-apiserver lists them: by their JSON, in which a quotation mark ends each value. */
    @Override
    public int compareTo(Owner other) {
        return ORDER.compare(this, other);
    }
}
