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
                settings.find(HarvesterKeys.ENDPOINT),
                settings.get(HarvesterKeys.NAMESPACE),
                settings.get(HarvesterKeys.NETWORK),
                settings.find(HarvesterKeys.IMAGE),
                settings.find(HarvesterKeys.STORAGE_CLASS),
                settings.get(HarvesterKeys.UEFI),
                settings.get(HarvesterKeys.RUN_STRATEGY));
    }

    /** Returns the settings of a ProviderConfig without defaults. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        endpoint.ifPresent(value -> tree.put(HarvesterKeys.ENDPOINT.name(), value));
        tree.put(HarvesterKeys.NAMESPACE.name(), namespace);
        tree.put(HarvesterKeys.NETWORK.name(), network.toString());
        image.ifPresent(value -> tree.put(HarvesterKeys.IMAGE.name(), value));
        storageClass.ifPresent(value -> tree.put(HarvesterKeys.STORAGE_CLASS.name(), value));
        if (uefi) {
            tree.put(HarvesterKeys.UEFI.name(), true);
        }
        if (runStrategy != RunStrategy.ALWAYS) {
            tree.put(HarvesterKeys.RUN_STRATEGY.name(), runStrategy.word());
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
