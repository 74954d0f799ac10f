package dev.butlerlabs.core.tenant.change;

import java.util.LinkedHashMap;
import java.util.List;
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
    static TenantMachine of(Map<String, Object> machine) {
        return new TenantMachine(
                ManifestFieldTree.text(machine, "metadata.name").orElse(""),
                ManifestFieldTree.text(machine, "status.nodeRef.name"),
                ManifestFieldTree.text(machine, "status.phase").orElse("Unknown"),
                ManifestFieldTree.text(machine, "status.nodeInfo.kubeletVersion")
                        .or(() -> ManifestFieldTree.text(machine, "spec.version")),
                address(machine));
    }

    private static Optional<String> address(Map<String, Object> machine) {
        List<?> all = ManifestFieldTree.find(machine, "status.addresses").orElse(List.of()) instanceof List<?> list
                ? list
                : List.of();
        return all.stream()
                .map(ManifestFieldTree::asMap)
                .filter(address -> String.valueOf(address.get("type")).endsWith("IP"))
                .flatMap(address -> ManifestFieldTree.text(address, "address").stream())
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
