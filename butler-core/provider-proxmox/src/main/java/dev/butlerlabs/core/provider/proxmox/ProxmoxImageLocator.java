package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds the files of images in all storages with the content type import. */
final class ProxmoxImageLocator {
    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final ProxmoxNodeSelector nodes;

    ProxmoxImageLocator(ProxmoxClient client, ProxmoxSettings settings) {
        this.client = client;
        this.settings = settings;
        this.nodes = new ProxmoxNodeSelector(client, settings);
    }

    /** @throws ButlerException with UNREACHABLE if no node is online */
    ProxmoxImageCopies find(ImageId id) {
        List<String> online = online();
        Map<String, List<ProxmoxImageCopies.Storage>> byNode = new LinkedHashMap<>();
        online.forEach(node -> byNode.put(node, storages(node)));
        List<ProxmoxImageCopy> copies = new ArrayList<>();
        byNode.forEach((node, storages) -> storages.stream()
                .filter(storage -> !storage.isShared() || isFirst(node, storage, byNode))
                .flatMap(storage -> copies(node, storage))
                .filter(copy -> copy.isOf(id))
                .forEach(copies::add));
        return new ProxmoxImageCopies(online, usable(byNode), copies);
    }

    private List<String> online() {
        Map<String, ProxmoxNode> known = nodes.nodes();
        List<String> online = settings.nodes().stream()
                .filter(name -> known.containsKey(name) && known.get(name).isOnline())
                .toList();
        if (online.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "None of the nodes %s is online.".formatted(String.join(", ", settings.nodes())),
                    "Start the nodes. Butler retries automatically.");
        }
        return online;
    }

    /** Returns the nodes of the settings that are not online. */
    List<String> offline() {
        List<String> online = online();
        return settings.nodes().stream().filter(node -> !online.contains(node)).toList();
    }

    /** Returns all nodes of the cluster that are online. An upload can be processed by any of them. */
    List<String> wholeCluster() {
        return nodes.nodes().values().stream()
                .filter(ProxmoxNode::isOnline)
                .map(ProxmoxNode::name)
                .toList();
    }

    private List<ProxmoxImageCopies.Storage> storages(String node) {
        return JsonDocument.items(client.get("/nodes/" + node + "/storage", Map.of("content", "import")))
                .filter(storage -> storage.path("active").asInt(0) == 1)
                .map(storage -> new ProxmoxImageCopies.Storage(
                        storage.path("storage").asText(""),
                        storage.path("shared").asInt(0) == 1))
                .toList();
    }

    /** A shared storage is read once, on the first node that has it. */
    private static boolean isFirst(
            String node, ProxmoxImageCopies.Storage storage, Map<String, List<ProxmoxImageCopies.Storage>> byNode) {
        return byNode.entrySet().stream()
                .filter(entry -> entry.getValue().contains(storage))
                .findFirst()
                .filter(entry -> entry.getKey().equals(node))
                .isPresent();
    }

    /** Returns the storages that all nodes have, shared ones first. */
    private List<ProxmoxImageCopies.Storage> usable(Map<String, List<ProxmoxImageCopies.Storage>> byNode) {
        return byNode.values().stream()
                .flatMap(List::stream)
                .distinct()
                .filter(storage -> byNode.values().stream().allMatch(all -> all.contains(storage)))
                .filter(storage ->
                        settings.imageStorage().map(storage.name()::equals).orElse(true))
                .sorted(Comparator.comparing((ProxmoxImageCopies.Storage storage) -> !storage.isShared())
                        .thenComparing(ProxmoxImageCopies.Storage::name))
                .toList();
    }

    private Stream<ProxmoxImageCopy> copies(String node, ProxmoxImageCopies.Storage storage) {
        JsonNode content =
                client.get("/nodes/" + node + "/storage/" + storage.name() + "/content", Map.of("content", "import"));
        return JsonDocument.items(content)
                .map(file -> new ProxmoxImageCopy(
                        node, file.path("volid").asText(""), file.path("size").asLong(0), storage.isShared()));
    }
}
