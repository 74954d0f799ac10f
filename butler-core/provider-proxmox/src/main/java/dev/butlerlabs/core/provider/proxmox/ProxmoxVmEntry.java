package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Optional;
import java.util.Set;

/**
 * An entry in the list of the virtual machines and containers of a cluster. ID, node, tags and lock are those of the configuration
 * files. The name comes from statistics, which are up to ten seconds old and do not contain a new machine yet.
 *
 * @param lock operation that locks the configuration, such as {@code clone}; empty if there is none
 */
record ProxmoxVmEntry(int id, String node, boolean isContainer, Optional<String> name, Set<String> tags, String lock) {
    static ProxmoxVmEntry of(JsonNode entry) {
        return new ProxmoxVmEntry(
                entry.path("vmid").asInt(),
                entry.path("node").asText(""),
                entry.path("type").asText("").equals("lxc"),
                JsonDocument.text(entry, "/name"),
                ProxmoxVmTags.parse(entry.path("tags").asText("")),
                entry.path("lock").asText(""));
    }

    boolean isTagged() {
        return tags.contains(ProxmoxVmTags.BUTLER);
    }
}
