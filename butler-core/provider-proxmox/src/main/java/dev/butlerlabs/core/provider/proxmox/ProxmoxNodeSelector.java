package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Selects the node of a new machine. */
final class ProxmoxNodeSelector {
    private static final Pattern ORDINAL = Pattern.compile("(\\d{1,6})$");

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;

    ProxmoxNodeSelector(ProxmoxClient client, ProxmoxSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Returns all nodes of the cluster by name. */
    Map<String, ProxmoxNode> nodes() {
        return JsonDocument.items(client.get("/nodes"))
                .map(ProxmoxNode::of)
                .collect(Collectors.toMap(ProxmoxNode::name, node -> node));
    }

    /**
     * Returns the node of a machine.
     *
     * @throws ButlerException with UNREACHABLE if no node is online, or with QUOTA if none has enough memory
     */
    String select(MachineSpec spec, ProxmoxImage image, List<ProxmoxVmEntry> entries) {
        Map<String, ProxmoxNode> nodes = nodes();
        List<String> candidates = candidates(image, entries);
        List<String> online = candidates.stream()
                .filter(name -> Optional.ofNullable(nodes.get(name))
                        .map(ProxmoxNode::isOnline)
                        .orElse(false))
                .toList();
        if (online.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "None of the nodes %s that can create %s is online."
                            .formatted(String.join(", ", candidates), image),
                    "Start a node, or add another one to the settings.");
        }
        List<String> roomy = online.stream()
                .filter(name -> nodes.get(name).hasRoomFor(spec.memoryMiB()))
                .toList();
        if (roomy.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.QUOTA,
                    "None of the nodes %s has %d MiB of free memory for machine %s."
                            .formatted(
                                    String.join(", ", online),
                                    spec.memoryMiB(),
                                    spec.id().name()),
                    "Free memory on the nodes, add a node to the settings, or request less.");
        }
        return spread(spec, settings.nodes(), roomy, peers(spec, entries));
    }

    /** Returns the nodes that can create a machine. A template on local storage can be cloned on its own node only. */
    private List<String> candidates(ProxmoxImage image, List<ProxmoxVmEntry> entries) {
        if (!(image instanceof ProxmoxImage.Template template)) {
            return settings.nodes();
        }
        String source = templateNode(template, entries);
        boolean anywhere = settings.nodes().equals(List.of(source)) || isShared(source, template);
        return anywhere ? settings.nodes() : List.of(source);
    }

    /** Returns whether the disks of a template and those of its clones are on shared storage. */
    boolean isShared(String node, ProxmoxImage.Template template) {
        Set<String> shared = sharedStorages(node);
        String disk = client.get(ObservedProxmoxVm.path(node, template.vmId()) + "/config")
                .path(ObservedProxmoxVm.BOOT_DISK)
                .asText("");
        return shared.contains(settings.storage()) && shared.contains(disk.replaceFirst(":.*", ""));
    }

    static String templateNode(ProxmoxImage.Template template, List<ProxmoxVmEntry> entries) {
        return entries.stream()
                .filter(entry -> entry.id() == template.vmId())
                .map(ProxmoxVmEntry::node)
                .findFirst()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "The %s does not exist, or the user may not read it.".formatted(template),
                        "Check templateID, and that the user has VM.Audit and VM.Clone on /vms/%d."
                                .formatted(template.vmId())));
    }

    private Set<String> sharedStorages(String node) {
        return JsonDocument.items(client.get("/nodes/" + node + "/storage"))
                .filter(storage -> storage.path("shared").asInt(0) == 1)
                .map(storage -> storage.path("storage").asText(""))
                .collect(Collectors.toSet());
    }

    /** Counts the machines of the same owner and role on each node. */
    private static Map<String, Long> peers(MachineSpec spec, List<ProxmoxVmEntry> entries) {
        Set<String> tags = Set.of(ProxmoxVmTags.owner(spec.id().owner()), ProxmoxVmTags.role(spec));
        return entries.stream()
                .filter(entry -> entry.tags().containsAll(tags))
                .collect(Collectors.groupingBy(ProxmoxVmEntry::node, Collectors.counting()));
    }

    /**
     * Selects the node with the fewest machines of this role. Among these, machines that are created at the same time start at
     * different nodes because of the number in their name.
     */
    static String spread(MachineSpec spec, List<String> ring, List<String> usable, Map<String, Long> peers) {
        Matcher number = ORDINAL.matcher(spec.id().name());
        int first = number.find()
                ? Integer.parseInt(number.group(1))
                : spec.id().name().hashCode();
        return usable.stream()
                .min(Comparator.comparing((String node) -> peers.getOrDefault(node, 0L))
                        .thenComparing(node -> Math.floorMod(ring.indexOf(node) - first, ring.size())))
                .orElseThrow();
    }
}
