package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The settings for creating machines. */
record HarvesterSettings(
        Optional<String> endpoint,
        String namespace,
        ResourceName network,
        Optional<String> image,
        Optional<String> storageClass,
        boolean uefi,
        RunStrategy runStrategy) {

    static HarvesterSettings of(ConfigSettings settings) {
        return new HarvesterSettings(
                settings.find(HarvesterConfigKeys.ENDPOINT),
                settings.get(HarvesterConfigKeys.NAMESPACE),
                settings.get(HarvesterConfigKeys.NETWORK),
                settings.find(HarvesterConfigKeys.IMAGE),
                settings.find(HarvesterConfigKeys.STORAGE_CLASS),
                settings.get(HarvesterConfigKeys.UEFI),
                settings.get(HarvesterConfigKeys.RUN_STRATEGY));
    }

    /** Returns the settings of a ProviderConfig without defaults. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        endpoint.ifPresent(value -> tree.put(HarvesterConfigKeys.ENDPOINT.name(), value));
        tree.put(HarvesterConfigKeys.NAMESPACE.name(), namespace);
        tree.put(HarvesterConfigKeys.NETWORK.name(), network.toString());
        image.ifPresent(value -> tree.put(HarvesterConfigKeys.IMAGE.name(), value));
        storageClass.ifPresent(value -> tree.put(HarvesterConfigKeys.STORAGE_CLASS.name(), value));
        if (uefi) {
            tree.put(HarvesterConfigKeys.UEFI.name(), true);
        }
        if (runStrategy != RunStrategy.ALWAYS) {
            tree.put(HarvesterConfigKeys.RUN_STRATEGY.name(), runStrategy.word());
        }
        return tree;
    }

    /** Returns the boot image of a machine: its own, or the default image. */
    ResourceName imageOf(MachineSpec spec) {
        return spec.image()
                .or(this::image)
                .map(text -> ResourceName.parse(text, namespace))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "No image specified for machine %s.".formatted(spec.id().name()),
                        "Set imageName in the provider settings, or image in the MachineRequest."));
    }
}
