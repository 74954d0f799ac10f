package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The document of a new virtual machine. Everything it consists of is deleted with it. */
final class VirtualMachineDocument {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    private static final int PASSWORD_LENGTH = 40;
    private static final String DELETE = "Delete";

    private VirtualMachineDocument() {}

    /**
     * Returns the document.
     *
     * @param nicId existing network interface
     * @param zone availability zone; empty if the settings have none
     */
    static ObjectNode of(MachineSpec spec, AzureSettings settings, String nicId, Optional<String> zone) {
        ObjectNode vm = JsonDocument.object();
        vm.put("location", settings.location());
        vm.set("tags", AzureOwnershipTags.json(AzureOwnershipTags.of(spec.id(), spec.labels())));
        zone.ifPresent(name -> vm.putArray("zones").add(name));
        ObjectNode properties = vm.putObject("properties");
        properties.putObject("hardwareProfile").put("vmSize", MachineSizeSelector.choose(spec, settings));
        properties.set("storageProfile", storage(spec, settings));
        properties.set("osProfile", system(spec));
        ObjectNode nic = properties
                .putObject("networkProfile")
                .putArray("networkInterfaces")
                .addObject();
        nic.put("id", nicId);
        nic.putObject("properties").put("primary", true).put("deleteOption", DELETE);
        settings.availabilitySet()
                .ifPresent(name -> properties
                        .putObject("availabilitySet")
                        .put("id", ArmPaths.of(settings).id(ArmResourceType.AVAILABILITY_SET, name)));
        return vm;
    }

    private static ObjectNode storage(MachineSpec spec, AzureSettings settings) {
        ObjectNode storage = JsonDocument.object();
        storage.set("imageReference", image(settings.imageOf(spec)));
        ObjectNode disk = storage.putObject("osDisk");
        disk.put("name", ArmPaths.systemDisk(spec.id().name()))
                .put("osType", "Linux")
                .put("createOption", "FromImage")
                .put("caching", "ReadWrite")
                .put("diskSizeGB", spec.diskGiB())
                .put("deleteOption", DELETE);
        disk.putObject("managedDisk").put("storageAccountType", settings.diskType());
        List<ExtraDisk> extra = spec.extraDisks();
        ArrayNode disks = storage.putArray("dataDisks");
        for (int number = 0; number < extra.size(); number++) {
            ObjectNode data = disks.addObject();
            data.put("lun", number)
                    .put("name", ArmPaths.dataDisk(spec.id().name(), number))
                    .put("createOption", "Empty")
                    .put("diskSizeGB", extra.get(number).sizeGB())
                    .put("deleteOption", DELETE);
            data.putObject("managedDisk").put("storageAccountType", AzureDiskTypes.of(extra.get(number), settings));
        }
        return storage;
    }

    /** Returns the reference to an image by its URN, or by the ID of a managed, gallery, shared or community image. */
    static ObjectNode image(String image) {
        ObjectNode reference = JsonDocument.object();
        String lower = image.toLowerCase(Locale.ROOT);
        if (lower.startsWith("/communitygalleries/")) {
            return reference.put("communityGalleryImageId", image);
        }
        if (lower.startsWith("/sharedgalleries/")) {
            return reference.put("sharedGalleryImageId", image);
        }
        String[] words = image.split(":", -1);
        return words.length == 4
                ? reference
                        .put("publisher", words[0])
                        .put("offer", words[1])
                        .put("sku", words[2])
                        .put("version", words[3])
                : reference.put("id", image);
    }

    /** Talos has no users, but Azure requires one for images with a provisioning phase: its password is random and not kept. */
    private static ObjectNode system(MachineSpec spec) {
        ObjectNode system = JsonDocument.object();
        system.put("computerName", spec.id().name())
                .put("adminUsername", "talos")
                .put("adminPassword", password())
                .put("allowExtensionOperations", false);
        system.putObject("linuxConfiguration").put("disablePasswordAuthentication", false);
        spec.userData().ifPresent(text -> system.put("customData", CustomDataEncoder.of(text)));
        return system;
    }

    /** Azure requires three of four kinds of characters. */
    private static String password() {
        StringBuilder password = new StringBuilder("aA1-");
        for (int i = 0; i < PASSWORD_LENGTH; i++) {
            password.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return password.toString();
    }
}
