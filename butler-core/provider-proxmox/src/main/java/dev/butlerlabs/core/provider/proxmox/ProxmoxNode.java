package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A node of the cluster.
 *
 * @param memoryMiB memory of the node; 0 if the user may not read it
 */
record ProxmoxNode(String name, boolean isOnline, long memoryMiB, long usedMemoryMiB) {
    private static final long BYTES_PER_MIB = 1L << 20;

    static ProxmoxNode of(JsonNode node) {
        return new ProxmoxNode(
                node.path("node").asText(""),
                node.path("status").asText("").equals("online"),
                node.path("maxmem").asLong(0) / BYTES_PER_MIB,
                node.path("mem").asLong(0) / BYTES_PER_MIB);
    }

    /** Returns whether a machine fits into the free memory. A node whose memory is not known has enough. */
    boolean hasRoomFor(int requestedMiB) {
        return memoryMiB == 0 || memoryMiB - usedMemoryMiB >= requestedMiB;
    }
}
