package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Talos settings of the machines.
 *
 * @param configDelivery how machines get their configuration; the provider decides if absent
 * @param schematic Image Factory schematic with the system extensions; plain Talos if absent
 * @param isImageTransferred whether the image of the schematic is transferred to the infrastructure
 */
public record TalosSettings(
        String version,
        Optional<String> schematic,
        boolean isImageTransferred,
        Optional<String> installDisk,
        List<String> timeServers,
        List<ConfigPatch> configPatches,
        Optional<ConfigDelivery> configDelivery) {
    public TalosSettings {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(configDelivery, "configDelivery");
        timeServers = List.copyOf(timeServers);
        configPatches = List.copyOf(configPatches);
    }
}
