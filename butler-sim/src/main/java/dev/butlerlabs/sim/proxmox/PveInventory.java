package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The nodes, storages, networks and pools of the cluster. */
final class PveInventory {
    static final String FIRST_NODE = "pve1";
    static final List<String> NODES = List.of(FIRST_NODE, "pve2", "pve3");
    static final String SHARED_STORAGE = "ceph";
    static final String LOCAL_STORAGE = "local-lvm";
    static final String IMPORT_STORAGE = "local";
    static final String SHARED_IMPORT_STORAGE = "templates";
    static final String IMPORT_VOLUME = "local:import/talos-nocloud-amd64.qcow2";
    static final String POOL = "butler";
    static final long NODE_MEMORY_MIB = 4L * 1024 * 1024;

    private static final long GIB = 1L << 30;
    private static final List<Storage> STORAGES = List.of(
            new Storage(IMPORT_STORAGE, "dir", "iso,import,vztmpl,backup", false),
            new Storage(LOCAL_STORAGE, "lvmthin", "images,rootdir", false),
            new Storage(SHARED_STORAGE, "rbd", "images", true),
            new Storage(SHARED_IMPORT_STORAGE, "nfs", "iso,import", true));
    private static final Set<String> BRIDGES = Set.of("vmbr0", "vmbr1");

    private final Set<String> offline = ConcurrentHashMap.newKeySet();
    private final Set<String> revoked = ConcurrentHashMap.newKeySet();
    private volatile boolean quorate = true;

    void setOnline(String node, boolean online) {
        if (online) {
            offline.remove(node);
        } else {
            offline.add(node);
        }
    }

    void setQuorate(boolean value) {
        quorate = value;
    }

    /** Takes a privilege away from the user, on every path. */
    void revoke(String privilege) {
        revoked.add(privilege);
    }

    List<String> privileges() {
        return PvePrivileges.ALL.stream()
                .filter(privilege -> !revoked.contains(privilege))
                .toList();
    }

    /** @throws PveException if the user does not have a privilege */
    void requirePrivilege(String path, String privilege) {
        if (revoked.contains(privilege)) {
            throw PveException.forbidden(path, privilege);
        }
    }

    boolean isOnline(String node) {
        return !offline.contains(node);
    }

    /** @throws PveException if the node does not exist or is down */
    void requireNode(String node) {
        if (!NODES.contains(node)) {
            throw PveException.died(
                    "hostname lookup '%s' failed - failed to get address info for: %s: Name or service not known"
                            .formatted(node, node));
        }
        if (!isOnline(node)) {
            throw PveException.unreachable();
        }
    }

    /** @throws PveException if the cluster cannot be changed */
    void requireQuorum() {
        if (!quorate) {
            throw PveException.died("cluster not ready - no quorum?");
        }
    }

    Optional<Storage> storage(String name) {
        return STORAGES.stream().filter(storage -> storage.name().equals(name)).findFirst();
    }

    boolean hasBridge(String name) {
        return BRIDGES.contains(name);
    }

    ArrayNode status() {
        ArrayNode items = array();
        items.addObject()
                .put("type", "cluster")
                .put("id", "cluster")
                .put("name", "simulated")
                .put("version", 3)
                .put("nodes", NODES.size())
                .put("quorate", quorate ? 1 : 0);
        for (String node : NODES) {
            items.addObject()
                    .put("type", "node")
                    .put("id", "node/" + node)
                    .put("name", node)
                    .put("nodeid", NODES.indexOf(node) + 1)
                    .put("online", isOnline(node) ? 1 : 0)
                    .put("local", node.equals(FIRST_NODE) ? 1 : 0)
                    .put("ip", "127.0.0.1")
                    .put("level", "");
        }
        return items;
    }

    ObjectNode node(String name, long usedMiB) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("node", name)
                .put("status", isOnline(name) ? "online" : "offline")
                .put("maxcpu", 64)
                .put("maxmem", NODE_MEMORY_MIB << 20)
                .put("mem", usedMiB << 20)
                .put("cpu", 0.02)
                .put("uptime", 4711)
                .put("level", "")
                .put("ssl_fingerprint", "AA:BB");
    }

    /** Returns the status of one node. */
    ObjectNode status(String name, long usedMiB) {
        ObjectNode status = JsonNodeFactory.instance
                .objectNode()
                .put("cpu", 0.02)
                .put("uptime", 4711)
                .put("pveversion", "pve-manager/9.1.3/0123456789abcdef");
        status.putObject("cpuinfo")
                .put("cpus", 64)
                .put("cores", 32)
                .put("sockets", 2)
                .put("model", "Simulated processor");
        status.putArray("loadavg").add("0.10").add("0.10").add("0.10");
        putCapacity(status.putObject("memory"), NODE_MEMORY_MIB << 20, usedMiB << 20);
        putCapacity(status.putObject("rootfs"), 100 * GIB, 10 * GIB);
        return status;
    }

    private static void putCapacity(ObjectNode capacity, long total, long used) {
        capacity.put("total", total).put("used", used).put("free", total - used).put("avail", total - used);
    }

    ArrayNode storages(Optional<String> only, Optional<String> content) {
        ArrayNode items = array();
        for (Storage storage : STORAGES) {
            boolean isAsked = only.map(storage.name()::equals).orElse(true)
                    && content.map(storage::accepts).orElse(true);
            if (isAsked) {
                items.add(storage.listed());
            }
        }
        return items;
    }

    ArrayNode networks(Optional<String> type) {
        ArrayNode items = array();
        boolean bridges = type.isEmpty() || Stream.of("bridge", "any_bridge").anyMatch(type.get()::equals);
        BRIDGES.stream()
                .filter(_ -> bridges)
                .sorted()
                .forEach(bridge -> items.addObject()
                        .put("iface", bridge)
                        .put("type", "bridge")
                        .put("active", 1)
                        .put("autostart", 1)
                        .put("method", "manual"));
        return items;
    }

    ArrayNode pools() {
        ArrayNode items = array();
        items.addObject().put("poolid", POOL).put("comment", "");
        return items;
    }

    private static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** A storage that exists on all nodes. */
    record Storage(String name, String type, String content, boolean isShared) {
        boolean hasImages() {
            return accepts("images");
        }

        boolean accepts(String type) {
            return List.of(content.split(",")).contains(type);
        }

        /** Returns whether files can be stored in it. */
        boolean hasFiles() {
            return Set.of("dir", "nfs", "cifs", "cephfs").contains(type);
        }

        private ObjectNode listed() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("storage", name)
                    .put("type", type)
                    .put("content", content)
                    .put("shared", isShared ? 1 : 0)
                    .put("enabled", 1)
                    .put("active", 1)
                    .put("total", 100_000 * GIB)
                    .put("used", 100 * GIB)
                    .put("avail", 99_900 * GIB)
                    .put("used_fraction", 0.001);
        }
    }
}
