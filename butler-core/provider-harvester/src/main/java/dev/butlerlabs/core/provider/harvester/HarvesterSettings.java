package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where and how machines are made. */
record HarvesterSettings(
        Optional<String> endpoint,
        String namespace,
        ResourceName network,
        Optional<String> image,
        Optional<String> storageClass,
        boolean uefi,
        RunStrategy runStrategy) {

    static HarvesterSettings of(Settings settings) {
        return new HarvesterSettings(
                settings.find(HarvesterKeys.ENDPOINT),
                settings.get(HarvesterKeys.NAMESPACE),
                settings.get(HarvesterKeys.NETWORK),
                settings.find(HarvesterKeys.IMAGE),
                settings.find(HarvesterKeys.STORAGE_CLASS),
                settings.get(HarvesterKeys.UEFI),
                settings.get(HarvesterKeys.RUN_STRATEGY));
    }

    /** As they stand in a ProviderConfig; what is usual there is left out. */
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

    /** The image a machine boots: its own, or else the one for all. */
    ResourceName imageOf(MachineSpec spec) {
        return spec.image()
                .or(this::image)
                .map(text -> ResourceName.parse(text, namespace))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "No image is named for the machine %s."
                                .formatted(spec.id().name()),
                        "Set imageName in the provider's settings, or image in the machine's own."));
    }
}
