package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipDescriptionCodec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A virtual machine with its configuration. Immutable. */
record ObservedProxmoxVm(int id, String node, JsonNode config) {
    /** The disk that Talos is installed on. */
    static final String BOOT_DISK = "scsi0";

    private static final Pattern SIZE = Pattern.compile("(?:^|,)size=(\\d+)([KMGT])?(?:,|$)");
    private static final Pattern MAC =
            Pattern.compile("(?:^|,)[a-z0-9-]+=([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})(?:,|$)");
    private static final Pattern STATIC_ADDRESS = Pattern.compile("(?:^|,)ip=([0-9.]+)/\\d+(?:,|$)");
    private static final Map<String, Long> UNITS = Map.of("K", 1L << 10, "M", 1L << 20, "G", 1L << 30, "T", 1L << 40);
    private static final Set<String> CREATION_LOCKS = Set.of("clone", "create");

    static String path(String node, int id) {
        return "/nodes/" + node + "/qemu/" + id;
    }

    String path() {
        return path(node, id);
    }

    String providerId() {
        return String.valueOf(id);
    }

    String name() {
        return text("name");
    }

    Optional<OwnerId> owner() {
        return isTemplate() ? Optional.empty() : OwnershipDescriptionCodec.owner(name(), text("description"));
    }

    boolean isOf(MachineId machine) {
        return name().equals(machine.name()) && owner().equals(Optional.of(machine.owner()));
    }

    boolean isTemplate() {
        return config.path("template").asInt(0) == 1;
    }

    String lock() {
        return text("lock");
    }

    /** Returns whether its creation has not come far enough to show whose machine it is. */
    boolean isUnidentified() {
        return name().isEmpty() && !lock().isEmpty();
    }

    boolean isBeingCreated() {
        return CREATION_LOCKS.contains(lock());
    }

    Set<String> tags() {
        return ProxmoxVmTags.parse(text("tags"));
    }

    /** Returns whether its configuration was written after the clone. */
    boolean isConfigured() {
        return owner().map(owner -> new MachineId(name(), owner))
                .filter(machine -> tags().containsAll(ProxmoxVmTags.identity(machine)))
                .isPresent();
    }

    /** Returns whether its creation was completed, including the first start. */
    boolean isComplete() {
        return isConfigured() && tags().contains(ProxmoxVmTags.CREATED);
    }

    /** Returns the size of the boot disk in bytes; 0 if there is none. */
    long bootDiskBytes() {
        Matcher size = SIZE.matcher(text(BOOT_DISK));
        return size.find()
                ? Long.parseLong(size.group(1))
                        * Optional.ofNullable(size.group(2)).map(UNITS::get).orElse(1L)
                : 0;
    }

    boolean hasCloudInitDrive() {
        return config.propertyStream()
                .anyMatch(entry -> entry.getKey().matches("(ide|sata|scsi)\\d+")
                        && entry.getValue().asText("").contains("cloudinit"));
    }

    Optional<String> macAddress() {
        Matcher mac = MAC.matcher(text("net0"));
        return mac.find() ? Optional.of(mac.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /** Returns the address that the cloud-init drive assigns, if it assigns one. */
    List<String> staticAddresses() {
        Matcher address = STATIC_ADDRESS.matcher(text("ipconfig0"));
        return address.find() ? List.of(address.group(1)) : List.of();
    }

    String digest() {
        return text("digest");
    }

    private String text(String key) {
        return JsonDocument.text(config, "/" + key).orElse("");
    }

    @Override
    public String toString() {
        return "VM %d (%s) on %s".formatted(id, name(), node);
    }
}
