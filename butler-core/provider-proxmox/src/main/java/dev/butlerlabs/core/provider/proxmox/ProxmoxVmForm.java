package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipDescriptionCodec;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Renders the parameters of requests that create and configure virtual machines. */
final class ProxmoxVmForm {
    private final ProxmoxSettings settings;

    ProxmoxVmForm(ProxmoxSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the parameters of a clone. Name, owner and pool are part of it, because a clone otherwise has those of its template.
     *
     * @param target node of the clone; empty for the node of the template
     */
    Map<String, String> clone(MachineSpec spec, int vmId, Optional<String> target) {
        Map<String, String> form = new TreeMap<>();
        form.put("newid", String.valueOf(vmId));
        form.put("name", spec.id().name());
        form.put("description", OwnershipDescriptionCodec.of(spec.id()));
        form.put("full", "1");
        form.put("storage", settings.storage());
        target.ifPresent(node -> form.put("target", node));
        settings.pool().ifPresent(pool -> form.put("pool", pool));
        return form;
    }

    /** Returns the parameters of a new virtual machine with an imported disk. */
    Map<String, String> create(MachineSpec spec, int vmId, ProxmoxImage.Volume image) {
        Map<String, String> form = new TreeMap<>(configuration(spec, image, Optional.empty()));
        form.put("vmid", String.valueOf(vmId));
        form.put("name", spec.id().name());
        form.put("description", OwnershipDescriptionCodec.of(spec.id()));
        form.put("ostype", "l26");
        // Talos requires x86-64-v2, which the default CPU type does not provide.
        form.put("cpu", "x86-64-v2-AES");
        form.put("scsihw", "virtio-scsi-single");
        form.put("serial0", "socket");
        form.put(ObservedProxmoxVm.BOOT_DISK, settings.storage() + ":0,import-from=" + image.volume() + ",discard=on");
        form.put("boot", "order=" + ObservedProxmoxVm.BOOT_DISK);
        settings.pool().ifPresent(pool -> form.put("pool", pool));
        return form;
    }

    /**
     * Returns the parameters that configure a machine. Disks, the MAC address and the cloud-init drive that exist are kept, so that a
     * repeated request does not replace them.
     *
     * @param existing the virtual machine to configure; empty for a new one
     */
    Map<String, String> configuration(MachineSpec spec, ProxmoxImage image, Optional<ObservedProxmoxVm> existing) {
        Map<String, String> form = new TreeMap<>(existing.map(vm -> identity(spec, vm))
                .orElseGet(() -> Map.of("tags", ProxmoxVmTags.format(ProxmoxVmTags.of(spec)))));
        form.put("cores", String.valueOf(spec.cpu()));
        form.put("sockets", "1");
        form.put("memory", String.valueOf(spec.memoryMiB()));
        form.put("agent", "enabled=1");
        form.put("onboot", "1");
        settings.networkInterface(image, existing.flatMap(ObservedProxmoxVm::macAddress))
                .ifPresent(card -> form.put("net0", card));
        form.putAll(extraDisks(spec, existing));
        spec.address().ifPresent(address -> {
            if (existing.filter(ObservedProxmoxVm::hasCloudInitDrive).isEmpty()) {
                form.put("ide2", settings.storage() + ":cloudinit");
            }
            form.put("ipconfig0", ipConfig(address));
            if (!address.dnsServers().isEmpty()) {
                form.put("nameserver", String.join(" ", address.dnsServers()));
            }
        });
        return form;
    }

    private Map<String, String> extraDisks(MachineSpec spec, Optional<ObservedProxmoxVm> existing) {
        Map<String, String> disks = new TreeMap<>();
        int number = 1;
        for (ExtraDisk disk : spec.extraDisks()) {
            String name = "scsi" + number++;
            if (existing.filter(vm -> vm.config().has(name)).isEmpty()) {
                disks.put(name, settings.storageOf(disk) + ":" + disk.sizeGB() + ",discard=on");
            }
        }
        return disks;
    }

    /** Returns the parameters that add the tags of a machine to those of an existing virtual machine, such as those of its template. */
    static Map<String, String> identity(MachineSpec spec, ObservedProxmoxVm vm) {
        Set<String> tags = new TreeSet<>(ProxmoxVmTags.of(spec));
        vm.tags().stream().filter(tag -> !ProxmoxVmTags.isOfButler(tag)).forEach(tags::add);
        return Map.of("tags", ProxmoxVmTags.format(tags));
    }

    private static String ipConfig(MachineAddress address) {
        return "ip=" + address.cidr()
                + Optional.ofNullable(address.gateway())
                        .filter(gateway -> !gateway.isBlank())
                        .map(gateway -> ",gw=" + gateway)
                        .orElse("");
    }

    /** Returns the parameters that record the first start of a machine. */
    static Map<String, String> completion(ObservedProxmoxVm vm) {
        Set<String> tags = new TreeSet<>(vm.tags());
        tags.add(ProxmoxVmTags.CREATED);
        return Map.of("tags", ProxmoxVmTags.format(tags));
    }
}
