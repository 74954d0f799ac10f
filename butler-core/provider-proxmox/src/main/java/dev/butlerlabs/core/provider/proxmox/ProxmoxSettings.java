package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.List;
import java.util.Optional;

/** The resources of Proxmox VE to use. */
record ProxmoxSettings(
        List<String> nodes,
        String storage,
        Optional<Integer> template,
        Optional<String> importVolume,
        Optional<String> imageStorage,
        Optional<String> bridge,
        Optional<Integer> vlan,
        Optional<String> pool,
        ProxmoxVmIds ids) {
    private static final String DEFAULT_BRIDGE = "vmbr0";

    ProxmoxSettings {
        nodes = nodes.stream().distinct().toList();
    }

    /** Returns the settings of a section without problems. */
    static ProxmoxSettings of(ConfigSettings settings) {
        return new ProxmoxSettings(
                settings.get(ProxmoxConfigKeys.NODES),
                settings.get(ProxmoxConfigKeys.STORAGE),
                settings.find(ProxmoxConfigKeys.TEMPLATE),
                settings.find(ProxmoxConfigKeys.IMPORT_VOLUME),
                settings.find(ProxmoxConfigKeys.IMAGE_STORAGE),
                settings.find(ProxmoxConfigKeys.BRIDGE),
                settings.find(ProxmoxConfigKeys.VLAN),
                settings.find(ProxmoxConfigKeys.POOL),
                settings.find(ProxmoxConfigKeys.VM_ID_RANGE)
                        .map(range -> new ProxmoxVmIds(
                                range.get(ProxmoxConfigKeys.RANGE_START), range.get(ProxmoxConfigKeys.RANGE_END)))
                        .orElse(ProxmoxVmIds.DEFAULT));
    }

    /**
     * Returns the image of a machine. That of the machine takes precedence over the settings, and there a volume to import over a
     * template.
     *
     * @throws ButlerException with INVALID_INPUT if there is none
     */
    ProxmoxImage imageOf(MachineSpec spec) {
        return spec.image()
                .filter(text -> !text.isBlank())
                .map(ProxmoxImage::parse)
                .or(() -> importVolume.map(ProxmoxImage.Volume::new))
                .or(() -> template.map(ProxmoxImage.Template::new))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "Neither machine %s nor the Proxmox settings specify an image."
                                .formatted(spec.id().name()),
                        "Set templateID to the VM ID of a Talos template, or importVolume to a disk image of Talos."));
    }

    String storageOf(ExtraDisk disk) {
        return Optional.ofNullable(disk.storageClass())
                .filter(text -> !text.isBlank())
                .orElse(storage);
    }

    /**
     * Returns the network interface of a machine.
     *
     * @param macAddress MAC address to keep; generated if empty
     * @return empty if a clone keeps that of its template
     */
    Optional<String> networkInterface(ProxmoxImage image, Optional<String> macAddress) {
        if (bridge.isEmpty() && vlan.isEmpty() && image instanceof ProxmoxImage.Template) {
            return Optional.empty();
        }
        return Optional.of("virtio" + macAddress.map(mac -> "=" + mac).orElse("") + ",bridge="
                + bridge.orElse(DEFAULT_BRIDGE) + vlan.map(tag -> ",tag=" + tag).orElse(""));
    }

    /** Returns the bridge that must exist on the nodes; empty if a clone keeps that of its template. */
    Optional<String> requiredBridge() {
        boolean keepsThatOfTemplate = template.isPresent() && importVolume.isEmpty() && vlan.isEmpty();
        return bridge.or(() -> keepsThatOfTemplate ? Optional.empty() : Optional.of(DEFAULT_BRIDGE));
    }
}
