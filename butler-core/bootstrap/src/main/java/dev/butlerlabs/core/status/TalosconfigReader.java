package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the talosconfig of a cluster. */
public record TalosconfigReader(Path file) {
    /**
     * Reads the current context.
     *
     * @throws ButlerException if the file cannot be read
     */
    public ClientConfiguration.Context context() {
        String text = AtomicFile.read(file)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREADABLE_FILE, "Talosconfig %s does not exist.".formatted(file)));
        return ClientConfiguration.parse(file.toString(), text).context(Optional.empty());
    }

    /** Returns the machines of the talosconfig and of the nodes, without duplicates: the talosconfig lists control planes only. */
    public static List<NodeAddress> addresses(ClientConfiguration.Context context, List<NodeObservation> nodes) {
        TreeMap<String, NodeAddress> all = new TreeMap<>();
        nodes.forEach(node ->
                node.address().ifPresent(host -> all.put(host, new NodeAddress(host, NodeAddress.DEFAULT_PORT))));
        context.targets().forEach(target -> all.put(target.host(), target));
        return List.copyOf(all.values());
    }
}
