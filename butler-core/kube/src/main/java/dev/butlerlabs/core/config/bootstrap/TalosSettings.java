package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.SensitiveText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Talos settings of the machines.
 *
 * @param configDelivery how machines get their configuration; the provider decides if absent
 * @param schematic Image Factory schematic with the system extensions; plain Talos if absent
 * @param isImageTransferred whether the image of the schematic is transferred to the infrastructure
 * @param architecture CPU architecture of the transferred image
 * @param factory Image Factory of the transferred image; the public one if absent
 */
public record TalosSettings(
        String version,
        Optional<String> schematic,
        boolean isImageTransferred,
        String architecture,
        Optional<Factory> factory,
        Optional<String> installDisk,
        List<String> timeServers,
        List<ConfigPatch> configPatches,
        Optional<ConfigDelivery> configDelivery) {
    public TalosSettings {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(architecture, "architecture");
        Objects.requireNonNull(factory, "factory");
        Objects.requireNonNull(configDelivery, "configDelivery");
        timeServers = List.copyOf(timeServers);
        configPatches = List.copyOf(configPatches);
    }

    /**
     * An Image Factory.
     *
     * @param credentials a {@code token}, or {@code username} and {@code password}; optionally {@code ca.pem}
     */
    public record Factory(String url, Map<String, SensitiveText> credentials) {
        public Factory {
            Objects.requireNonNull(url, "url");
            credentials = Map.copyOf(credentials);
        }

        /** Returns whether downloads require a login, which is not passed to infrastructures. */
        boolean requiresLogin() {
            return credentials.containsKey("token") || credentials.containsKey("username");
        }
    }
}
