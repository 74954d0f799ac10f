package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The copies of one image. Machines refer to an image by one volume ID, so all nodes need a copy with the same name; one copy is enough
 * in a shared storage. Immutable.
 *
 * @param nodes nodes of the machines that are online
 * @param storages storages for images on all these nodes, the preferred one first
 * @param copies files with the ownership tag of the image, in any storage
 */
record ProxmoxImageCopies(List<String> nodes, List<Storage> storages, List<ProxmoxImageCopy> copies) {
    ProxmoxImageCopies {
        nodes = List.copyOf(nodes);
        storages = List.copyOf(storages);
        copies = List.copyOf(copies);
    }

    /** A storage for images. */
    record Storage(String name, boolean isShared) {}

    /** Returns the volume that machines use: of several, that with the most copies in the preferred storage. */
    Optional<String> kept() {
        return copies.stream()
                .filter(ProxmoxImageCopy::isComplete)
                .map(ProxmoxImageCopy::volume)
                .distinct()
                .filter(volume -> storage(volume).isPresent())
                .min(Comparator.comparing((String volume) -> missing(volume).size())
                        .thenComparing(
                                volume -> storages.indexOf(storage(volume).orElseThrow()))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private Optional<Storage> storage(String volume) {
        return storages.stream()
                .filter(storage -> storage.name().equals(ProxmoxImageCopy.storageOf(volume)))
                .findFirst();
    }

    /** Returns the volume that machines can use on every node. */
    Optional<String> ready() {
        return kept().filter(volume -> missing(volume).isEmpty());
    }

    /**
     * Returns the volume to create on the nodes without it.
     *
     * @throws ButlerException with INVALID_INPUT if no storage accepts images
     */
    String target(BootImageSpec spec) {
        return kept().orElseGet(() ->
                storages.stream().findFirst().orElseThrow(this::noStorage).name() + ":import/"
                        + ProxmoxImageFile.name(spec));
    }

    private ButlerException noStorage() {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "No storage on the nodes %s accepts disk images to import.".formatted(String.join(", ", nodes)),
                "Enable the content type import for a storage of type directory, NFS, CIFS or CephFS on all nodes, or change imageStorage.");
    }

    /** Returns the nodes on which a volume has to be created. */
    List<String> missing(String volume) {
        List<String> required = storage(volume).filter(Storage::isShared).isPresent() ? nodes.subList(0, 1) : nodes;
        return required.stream().filter(node -> !isComplete(volume, node)).toList();
    }

    private boolean isComplete(String volume, String node) {
        return copies.stream()
                .anyMatch(copy -> copy.volume().equals(volume) && copy.node().equals(node) && copy.isComplete());
    }

    /** Returns the copies that no machine uses: incomplete ones, and those with other names or in other storages. */
    List<ProxmoxImageCopy> surplus(String volume) {
        return copies.stream().filter(copy -> !copy.volume().equals(volume)).toList();
    }

    boolean hasIncomplete() {
        return copies.stream().anyMatch(copy -> !copy.isComplete());
    }
}
