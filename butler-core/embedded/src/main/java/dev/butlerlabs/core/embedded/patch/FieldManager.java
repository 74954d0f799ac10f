package dev.butlerlabs.core.embedded.patch;

import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.util.Comparator;

/**
 * An owner of fields. A manager that applies is one owner regardless of the version; a manager that updates is one owner per version.
 *
 * @param apiVersion the version of an update; empty for an apply
 */
record FieldManager(String manager, ManagerOperation operation, String apiVersion, String subresource)
        implements Comparable<FieldManager> {
    private static final String UNNAMED = "unknown";
    private static final Comparator<FieldManager> ORDER = Comparator.comparing(
                    (FieldManager owner) -> owner.manager + '"', JsonValueComparator::compareText)
            .thenComparing(FieldManager::operation)
            .thenComparing(owner -> owner.apiVersion + '"', JsonValueComparator::compareText)
            .thenComparing(FieldManager::subresource, JsonValueComparator::compareText);

    static FieldManager applying(String manager, String subresource) {
        return new FieldManager(named(manager), ManagerOperation.APPLY, "", subresource);
    }

    static FieldManager updating(String manager, String apiVersion, String subresource) {
        return new FieldManager(named(manager), ManagerOperation.UPDATE, apiVersion, subresource);
    }

    private static String named(String manager) {
        return manager.isEmpty() ? UNNAMED : manager;
    }

    /** Orders owners as kube-apiserver lists them: by their JSON, in which a quotation mark ends each value. */
    @Override
    public int compareTo(FieldManager other) {
        return ORDER.compare(this, other);
    }
}
