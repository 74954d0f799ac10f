package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.Optional;

/** The Prism resources to use, each by UUID or name. */
record NutanixSettings(String cluster, String subnet, Optional<String> image, Optional<String> storageContainer) {
    /** Returns the settings of a section without problems. */
    static NutanixSettings of(ConfigSettings settings) {
        return new NutanixSettings(
                settings.get(NutanixConfigKeys.CLUSTER),
                settings.get(NutanixConfigKeys.SUBNET),
                settings.find(NutanixConfigKeys.IMAGE),
                settings.find(NutanixConfigKeys.STORAGE_CONTAINER));
    }

    String imageOf(MachineSpec spec) {
        return spec.image()
                .filter(text -> !text.isBlank())
                .or(this::image)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "Neither machine %s nor the Nutanix settings specify an image."
                                .formatted(spec.id().name()),
                        "Set imageUUID to the UUID or the name of a Talos image in Prism Central."));
    }

    /**
     * Returns the storage container of a disk.
     *
     * @return empty for the default of the cluster
     */
    Optional<String> containerOf(ExtraDisk disk) {
        return Optional.ofNullable(disk.storageClass())
                .filter(text -> !text.isBlank())
                .or(this::storageContainer);
    }

    VmPayload.Place place(MachineSpec spec, PrismReferenceResolver references) {
        String found = references.cluster(cluster);
        return new VmPayload.Place(
                found,
                references.subnet(subnet, found),
                references.image(imageOf(spec)),
                storageContainer.map(container -> references.storageContainer(container, found)),
                spec.extraDisks().stream()
                        .map(disk -> containerOf(disk).map(container -> references.storageContainer(container, found)))
                        .toList());
    }
}
