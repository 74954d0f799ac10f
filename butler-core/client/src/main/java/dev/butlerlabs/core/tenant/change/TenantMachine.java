package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A worker of a tenant cluster. Immutable.
 *
 * @param node the name of its node; empty until it has joined
 * @param version the kubelet version, or the requested one
 */
public record TenantMachine(
        String name, Optional<String> node, String phase, Optional<String> version, Optional<String> address) {
    public TenantMachine {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(phase, "phase");
    }

    /** Reads a Cluster API Machine. The observed version takes precedence over the requested one. */
    static TenantMachine of(UntypedTree machine) {
        return new TenantMachine(
                machine.text("metadata.name").orElse(""),
                machine.text("status.nodeRef.name"),
                machine.text("status.phase").orElse("Unknown"),
                machine.text("status.nodeInfo.kubeletVersion").or(() -> machine.text("spec.version")),
                address(machine));
    }

    private static Optional<String> address(UntypedTree machine) {
        return machine.items("status.addresses").stream()
                .filter(address -> address.anyText("type").endsWith("IP"))
                .flatMap(address -> address.text("address").stream())
                .findFirst();
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        node.ifPresent(value -> document.put("node", value));
        document.put("phase", phase);
        version.ifPresent(value -> document.put("version", value));
        address.ifPresent(value -> document.put("address", value));
        return document;
    }
}
