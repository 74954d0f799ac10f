package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Who owns fields. A manager that applies is the same whatever version it applies with; one that updates is not.
 *
 * @param apiVersion the version of an update; empty for an apply
 */
record Owner(String manager, Operation operation, String apiVersion, String subresource) implements Comparable<Owner> {
    private static final String UNNAMED = "unknown";

    static Owner applying(String manager, String subresource) {
        return new Owner(named(manager), Operation.APPLY, "", subresource);
    }

    static Owner updating(String manager, String apiVersion, String subresource) {
        return new Owner(named(manager), Operation.UPDATE, apiVersion, subresource);
    }

    private static String named(String manager) {
        return manager.isEmpty() ? UNNAMED : manager;
    }

    /** The order in which an API server lists owners. */
    @Override
    public int compareTo(Owner other) {
        return JsonValues.compareText(identifier(), other.identifier());
    }

    private String identifier() {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        fields.put("manager", manager).put("operation", operation.word());
        if (!apiVersion.isEmpty()) {
            fields.put("apiVersion", apiVersion);
        }
        if (!subresource.isEmpty()) {
            fields.put("subresource", subresource);
        }
        return fields.toString();
    }
}
