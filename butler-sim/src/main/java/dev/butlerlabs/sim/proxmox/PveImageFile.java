package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.ReceivedContent;
import java.util.Optional;

/** A file of content type import or iso. Guarded by the lock of the cluster. */
final class PveImageFile {
    /** Node of the file; empty in a shared storage. */
    final String node;

    final String volume;
    final int number;
    long bytes;
    /** Whether it is not an image that a client created. */
    boolean isOriginal;

    Optional<ReceivedContent> content = Optional.empty();

    PveImageFile(String node, String volume, int number) {
        this.node = node;
        this.volume = volume;
        this.number = number;
    }

    static String storage(String volume) {
        return volume.replaceFirst(":.*", "");
    }

    String storage() {
        return storage(volume);
    }

    /** Returns the content type. */
    String type() {
        return volume.substring(volume.indexOf(':') + 1, volume.indexOf('/'));
    }

    boolean isAt(String place, String id) {
        return node.equals(place) && volume.equals(id);
    }

    Optional<String> sha256() {
        return content.map(ReceivedContent::sha256);
    }

    ObjectNode listed() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("volid", volume)
                .put("content", type())
                .put("format", volume.substring(volume.lastIndexOf('.') + 1))
                .put("size", bytes)
                .put("ctime", 1_760_000_000 + number);
    }
}
