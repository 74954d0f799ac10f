package dev.butlerlabs.sim.factory;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The versions and extensions that the simulated factory can build. */
final class FactoryCatalog {
    static final List<String> VERSIONS =
            List.of("v1.9.3", "v1.11.5", "v1.12.0", "v1.12.1", "v1.14.1", "v1.15.0-alpha.2");

    private static final List<String> EVERYWHERE =
            List.of("siderolabs/iscsi-tools", "siderolabs/qemu-guest-agent", "siderolabs/util-linux-tools");

    private FactoryCatalog() {}

    static List<Map<String, String>> extensions(String version) {
        return names(version).stream()
                .sorted()
                .map(name -> Map.of(
                        "name", name,
                        "ref", "ghcr.io/" + name + ":1.0.0",
                        "digest", "sha256:" + "0".repeat(64),
                        "author", "Sidero Labs",
                        "description", "Simulated extension " + name.substring(name.indexOf('/') + 1) + "."))
                .toList();
    }

    /** Returns the names of the extensions for a version; one exists for v1.12 and later only. */
    static Set<String> names(String version) {
        return Stream.concat(
                        EVERYWHERE.stream(),
                        version.startsWith("v1.9.") || version.startsWith("v1.11.")
                                ? Stream.empty()
                                : Stream.of("siderolabs/drbd"))
                .collect(Collectors.toSet());
    }
}
