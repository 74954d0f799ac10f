package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.rest.RestRequest;

/**
 * The file of an image in a storage.
 *
 * @param node node that can read it; any node if the storage is shared
 * @param volume volume ID, such as {@code local:import/talos.qcow2}
 * @param isShared whether its storage is shared by all nodes
 */
record ProxmoxImageCopy(String node, String volume, long bytes, boolean isShared) {
    static String fileOf(String volume) {
        return volume.substring(volume.lastIndexOf('/') + 1);
    }

    static String storageOf(String volume) {
        return volume.substring(0, volume.indexOf(':'));
    }

    boolean isOf(ImageId id) {
        return ProxmoxImageFile.isOf(fileOf(volume), id);
    }

    boolean isComplete() {
        return ProxmoxImageFile.parse(fileOf(volume))
                .flatMap(ProxmoxImageFile::length)
                .map(length -> length == bytes)
                .orElse(true);
    }

    String path() {
        return "/nodes/" + node + "/storage/" + storageOf(volume) + "/content/" + RestRequest.encode(volume);
    }
}
