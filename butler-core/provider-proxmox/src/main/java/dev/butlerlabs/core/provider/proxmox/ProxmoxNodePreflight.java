package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the nodes of a plan: state, storage, network, images and memory. */
final class ProxmoxNodePreflight {
    private static final long BYTES_PER_GIB = 1L << 30;
    private static final long MIB_PER_GIB = 1024;

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final PreflightInput plan;
    private final ProxmoxNodeSelector selector;

    ProxmoxNodePreflight(ProxmoxClient client, ProxmoxSettings settings, PreflightInput plan) {
        this.client = client;
        this.settings = settings;
        this.plan = plan;
        this.selector = new ProxmoxNodeSelector(client, settings);
    }

    Result online() {
        Map<String, ProxmoxNode> known = selector.nodes();
        List<String> unknown = settings.nodes().stream()
                .filter(name -> !known.containsKey(name))
                .toList();
        if (!unknown.isEmpty()) {
            return new Result.Failed(
                    "The cluster has no node %s; its nodes are %s."
                            .formatted(
                                    String.join(", ", unknown),
                                    String.join(
                                            ", ",
                                            known.keySet().stream().sorted().toList())),
                    "Fix the list of nodes.");
        }
        List<String> offline = settings.nodes().stream()
                .filter(name -> !known.get(name).isOnline())
                .toList();
        if (offline.size() == settings.nodes().size()) {
            return new Result.Failed("No node is online.", "Start the nodes.");
        }
        return offline.isEmpty()
                ? new Result.Passed("Online: %s.".formatted(String.join(", ", settings.nodes())))
                : new Result.Doubtful(
                        "Offline: %s.".formatted(String.join(", ", offline)),
                        "Machines are distributed over the other nodes.");
    }

    private List<String> onlineNodes() {
        Map<String, ProxmoxNode> known = selector.nodes();
        return settings.nodes().stream()
                .filter(name -> known.containsKey(name) && known.get(name).isOnline())
                .toList();
    }

    Result storage() {
        long available = 0;
        boolean shared = false;
        for (String node : onlineNodes()) {
            Optional<JsonNode> storage = storageOn(node, settings.storage());
            if (storage.isEmpty()) {
                return new Result.Failed(
                        "The storage %s is not active on node %s.".formatted(settings.storage(), node),
                        "Enable the storage on all nodes in the settings, or use another one.");
            }
            if (!storage.get().path("content").asText("").contains("images")) {
                return new Result.Failed(
                        "The storage %s does not accept disk images.".formatted(settings.storage()),
                        "Enable the content type images, or use another storage.");
            }
            shared = storage.get().path("shared").asInt(0) == 1;
            long free = storage.get().path("avail").asLong(0);
            available = shared ? free : available + free;
        }
        long requested = plan.machines().stream()
                .mapToLong(ProxmoxNodePreflight::disksGiB)
                .sum();
        String figures = "%d GiB requested; storage %s has %d GiB available"
                .formatted(requested, settings.storage(), available / BYTES_PER_GIB);
        return requested * BYTES_PER_GIB <= available
                ? new Result.Passed(figures + (shared ? " and is shared." : "."))
                : new Result.Doubtful(figures + ".", "Thin provisioning may allow it. Check the storage.");
    }

    private static long disksGiB(MachineSpec spec) {
        return spec.diskGiB()
                + spec.extraDisks().stream().mapToLong(disk -> disk.sizeGB()).sum();
    }

    private Optional<JsonNode> storageOn(String node, String name) {
        return JsonDocument.items(client.get("/nodes/" + node + "/storage"))
                .filter(storage -> storage.path("storage").asText("").equals(name))
                .filter(storage -> storage.path("active").asInt(0) == 1)
                .findFirst();
    }

    Result network() {
        String bridge = settings.requiredBridge().orElseThrow();
        List<String> missing = onlineNodes().stream()
                .filter(node -> JsonDocument.items(
                                client.get("/nodes/" + node + "/network", Map.of("type", "any_bridge")))
                        .noneMatch(device -> device.path("iface").asText("").equals(bridge)))
                .toList();
        return missing.isEmpty()
                ? new Result.Passed("Bridge %s%s."
                        .formatted(
                                bridge,
                                settings.vlan().map(tag -> " with VLAN " + tag).orElse("")))
                : new Result.Failed(
                        "The bridge %s does not exist on %s.".formatted(bridge, String.join(", ", missing)),
                        "Create the bridge on these nodes, or use another one.");
    }

    /** Returns what is wrong with a template. */
    Optional<Result> template(ProxmoxImage.Template template, List<ProxmoxVmEntry> entries, int smallestDiskGiB) {
        String node = ProxmoxNodeSelector.templateNode(template, entries);
        ObservedProxmoxVm vm = new ObservedProxmoxVm(
                template.vmId(), node, client.get(ObservedProxmoxVm.path(node, template.vmId()) + "/config"));
        if (!vm.isTemplate()) {
            return failed(
                    "VM %d (%s) is not a template.".formatted(vm.id(), vm.name()),
                    "Convert it to a template, or use another templateID.");
        }
        if (vm.bootDiskBytes() == 0) {
            return failed(
                    "The template %d has no disk %s.".formatted(vm.id(), ObservedProxmoxVm.BOOT_DISK),
                    "Attach the Talos disk of the template as SCSI disk 0.");
        }
        if (vm.bootDiskBytes() > smallestDiskGiB * BYTES_PER_GIB) {
            return tooLarge(vm.bootDiskBytes());
        }
        boolean reachable = settings.nodes().contains(node) || selector.isShared(node, template);
        return reachable
                ? Optional.empty()
                : failed(
                        "The template %d is on node %s and its storage is not shared.".formatted(vm.id(), node),
                        "Add the node to nodes, or use shared storage for the template and the machines.");
    }

    /** Returns what is wrong with a disk image. */
    Optional<Result> volume(ProxmoxImage.Volume image, int smallestDiskGiB) {
        for (String node : onlineNodes()) {
            Optional<JsonNode> found = JsonDocument.items(client.get(
                            "/nodes/" + node + "/storage/" + image.storage() + "/content", Map.of("content", "import")))
                    .filter(volume -> volume.path("volid").asText("").equals(image.volume()))
                    .findFirst();
            if (found.isEmpty()) {
                return failed(
                        "The volume %s does not exist on node %s.".formatted(image.volume(), node),
                        "Download the Talos image for the platform nocloud to this storage, with the content type import.");
            }
            if (found.get().path("size").asLong(0) > smallestDiskGiB * BYTES_PER_GIB) {
                return tooLarge(found.get().path("size").asLong(0));
            }
        }
        return Optional.empty();
    }

    private static Optional<Result> tooLarge(long bytes) {
        return failed(
                "The image is larger than the disk of a machine.",
                "Use disks of %d GB or more.".formatted((bytes + BYTES_PER_GIB - 1) / BYTES_PER_GIB));
    }

    private static Optional<Result> failed(String message, String hint) {
        return Optional.of(new Result.Failed(message, hint));
    }

    Result memory() {
        Map<String, ProxmoxNode> known = selector.nodes();
        long total = 0;
        long free = 0;
        for (String name : onlineNodes()) {
            total += known.get(name).memoryMiB();
            free += known.get(name).memoryMiB() - known.get(name).usedMemoryMiB();
        }
        if (total == 0) {
            return new Result.Unknown("The user may not read the memory of the nodes.");
        }
        long requested =
                plan.machines().stream().mapToLong(MachineSpec::memoryMiB).sum();
        String figures = "%d GiB requested; the nodes have %d GiB, of which %d GiB are free"
                .formatted(requested / MIB_PER_GIB, total / MIB_PER_GIB, free / MIB_PER_GIB);
        if (requested > total) {
            return new Result.Failed(figures + ".", "Use fewer or smaller machines, or more nodes.");
        }
        return requested > free
                ? new Result.Doubtful(figures + ".", "Existing machines of this cluster are included.")
                : new Result.Passed(figures + ".");
    }
}
