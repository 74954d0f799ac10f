package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipTags;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders the VirtualMachine manifest. */
record VirtualMachineManifest(MachineSpec spec, HarvesterSettings settings) {
    /** The name of the network interface in the virtual machine. */
    static final String INTERFACE = "default";

    private static final String ROOT_DISK = "rootdisk";
    private static final String CLOUD_INIT = "cloudinit";
    private static final Map<String, Object> VIRTIO = Map.of("bus", "virtio");
    /** CPU request: machines share CPUs, as by default in Harvester. */
    private static final String LEAST_CPU = "125m";

    GenericKubernetesResource payload() {
        GenericKubernetesResource machine = new GenericKubernetesResource();
        machine.setApiVersion(HarvesterResourceType.VIRTUAL_MACHINE.apiVersion());
        machine.setKind(HarvesterResourceType.VIRTUAL_MACHINE.kind());
        machine.setMetadata(new ObjectMetaBuilder()
                .withNamespace(settings.namespace())
                .withName(name())
                .withLabels(labels())
                .withAnnotations(Map.of(
                        "harvesterhci.io/vmRunStrategy", settings.runStrategy().word()))
                .build());
        machine.setAdditionalProperty(
                "spec", Map.of("runStrategy", settings.runStrategy().word(), "template", template()));
        return machine;
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>(spec.labels());
        labels.put(Labels.ROLE, spec.role().word());
        labels.putAll(OwnershipTags.marks(spec.id()));
        return labels;
    }

    private Map<String, Object> template() {
        Map<String, String> labels = labels();
        labels.put("harvesterhci.io/vmName", name());
        return Map.of("metadata", Map.of("labels", labels), "spec", instance());
    }

    private Map<String, Object> instance() {
        return Map.of(
                "hostname",
                name(),
                "affinity",
                apart(),
                "domain",
                domain(),
                "networks",
                List.of(Map.of(
                        "name",
                        INTERFACE,
                        "multus",
                        Map.of("networkName", settings.network().toString()))),
                "volumes",
                volumes());
    }

    /** Distributes machines of the same role and cluster over hosts, if possible. */
    private Map<String, Object> apart() {
        Map<String, Object> same = Map.of(
                Labels.ROLE,
                spec.role().word(),
                OwnershipTags.OWNER,
                spec.id().owner().uid());
        Map<String, Object> term =
                Map.of("labelSelector", Map.of("matchLabels", same), "topologyKey", "kubernetes.io/hostname");
        return Map.of(
                "podAntiAffinity",
                Map.of(
                        "preferredDuringSchedulingIgnoredDuringExecution",
                        List.of(Map.of("weight", 100, "podAffinityTerm", term))));
    }

    private Map<String, Object> domain() {
        String memory = spec.memoryMiB() + "Mi";
        Map<String, Object> domain = new LinkedHashMap<>();
        domain.put("cpu", Map.of("cores", spec.cpu(), "sockets", 1, "threads", 1));
        domain.put("memory", Map.of("guest", memory));
        domain.put(
                "resources",
                Map.of(
                        "limits", Map.of("cpu", Integer.toString(spec.cpu()), "memory", memory),
                        "requests", Map.of("cpu", LEAST_CPU, "memory", memory)));
        if (settings.uefi()) {
            domain.put("firmware", Map.of("bootloader", Map.of("efi", Map.of("secureBoot", false))));
        }
        domain.put("devices", Map.of("disks", disks(), "interfaces", List.of(card())));
        return domain;
    }

    /**
     * Renders the network interface. With a static address its MAC address is fixed, since the network configuration matches by
     * it.
     */
    private Map<String, Object> card() {
        Map<String, Object> card = new LinkedHashMap<>();
        card.put("name", INTERFACE);
        card.put("model", "virtio");
        card.put("bridge", Map.of());
        spec.address().ifPresent(_ -> card.put("macAddress", NetworkConfigRenderer.card(spec.id())));
        return card;
    }

    /** Renders the disks in device order: vda boots, then the data disks, cloud-init last. */
    private List<Map<String, Object>> disks() {
        List<Map<String, Object>> disks = new ArrayList<>();
        disks.add(Map.of("name", ROOT_DISK, "bootOrder", 1, "disk", VIRTIO));
        for (int number = 1; number <= spec.extraDisks().size(); number++) {
            disks.add(Map.of("name", dataDisk(number), "disk", VIRTIO));
        }
        if (MachineAttachments.hasSecret(spec)) {
            disks.add(Map.of("name", CLOUD_INIT, "disk", VIRTIO));
        }
        return disks;
    }

    private List<Map<String, Object>> volumes() {
        List<Map<String, Object>> volumes = new ArrayList<>();
        volumes.add(claim(ROOT_DISK, MachineAttachments.rootVolume(name())));
        for (int number = 1; number <= spec.extraDisks().size(); number++) {
            volumes.add(claim(dataDisk(number), MachineAttachments.dataVolume(name(), number)));
        }
        if (MachineAttachments.hasSecret(spec)) {
            volumes.add(Map.of("name", CLOUD_INIT, "cloudInitNoCloud", cloudInit()));
        }
        return volumes;
    }

    private static Map<String, Object> claim(String disk, String volume) {
        return Map.of("name", disk, "persistentVolumeClaim", Map.of("claimName", volume));
    }

    /** Refers to a secret, since more users can read virtual machines than secrets. */
    private Map<String, Object> cloudInit() {
        Map<String, Object> secret = Map.of("name", MachineAttachments.secretName(name()));
        return MachineAttachments.networkData(spec).isPresent()
                ? Map.of("secretRef", secret, "networkDataSecretRef", secret)
                : Map.of("secretRef", secret);
    }

    private static String dataDisk(int number) {
        return "disk-" + number;
    }

    private String name() {
        return spec.id().name();
    }

    /** Omits the user data. */
    @Override
    public String toString() {
        return "VirtualMachine[" + name() + "]";
    }
}
