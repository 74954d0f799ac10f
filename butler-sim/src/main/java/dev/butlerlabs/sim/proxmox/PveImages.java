package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.ContentFetcher;
import dev.butlerlabs.sim.http.ReceivedContent;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The files of content types import and iso in the storages of all nodes. Callers hold the lock of the cluster. */
final class PveImages implements AutoCloseable {
    private static final Pattern IMPORT_FILE = Pattern.compile("[a-zA-Z0-9\\-.+=_]+\\.(ova|qcow2|raw|vmdk)");
    private static final Pattern ISO_FILE = Pattern.compile("[a-zA-Z0-9\\-.+=_]+\\.(iso|img)");
    private static final long GIB = 1L << 30;

    private final SimulationOptions options;
    private final PveCluster cluster;
    private final ContentFetcher fetcher = new ContentFetcher();
    private final List<PveImageFile> files = new ArrayList<>();
    private int created;

    PveImages(SimulationOptions options, PveCluster cluster) {
        this.options = options;
        this.cluster = cluster;
        PveInventory.NODES.forEach(node -> plant(node, PveInventory.IMPORT_VOLUME, GIB));
        files.forEach(file -> file.isOriginal = true);
    }

    void plant(String node, String volume, long bytes) {
        String place = place(node, PveImageFile.storage(volume));
        put(new PveImageFile(place, volume, ++created)).bytes = bytes;
    }

    private PveImageFile put(PveImageFile file) {
        files.removeIf(other -> other.isAt(file.node, file.volume));
        files.add(file);
        return file;
    }

    /** Returns the files in a storage; those of a shared storage on every node. */
    ArrayNode content(String node, String storage, Optional<String> content) {
        requireStorage(storage);
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        files.stream()
                .filter(file -> content.map(file.type()::equals).orElse(true))
                .filter(file -> file.storage().equals(storage) && file.node.equals(place(node, storage)))
                .forEach(file -> items.add(file.listed()));
        return items;
    }

    private PveInventory.Storage requireStorage(String name) {
        return cluster.inventory()
                .storage(name)
                .orElseThrow(() -> PveException.died("storage '%s' does not exist".formatted(name)));
    }

    /** Returns the node whose files are those of a storage; empty if all nodes share them. */
    private String place(String node, String storage) {
        return requireStorage(storage).isShared() ? "" : node;
    }

    /** @throws PveException if the storage or the file name is not valid for the content type */
    String checkedName(String storage, String content, String name, String reason) {
        PveInventory.Storage found = requireStorage(storage);
        if (!found.hasFiles()) {
            throw PveException.died(
                    "can't upload to storage type '%s', not a file based storage!".formatted(found.type()));
        }
        if (!found.accepts(content)) {
            throw PveException.died("storage '%s' %s '%s'".formatted(storage, reason, content));
        }
        String normalized = name.replaceFirst("^.*/", "").replaceAll("[^a-zA-Z0-9_.-]+", "_");
        boolean isValid = switch (content) {
            case "import" -> IMPORT_FILE.matcher(normalized).matches();
            case "iso" -> ISO_FILE.matcher(normalized).matches();
            default -> false;
        };
        if (!isValid) {
            throw PveException.parameter("filename", "invalid filename or wrong extension");
        }
        return normalized;
    }

    /** Downloads a file. It appears when it is complete; an existing one is not replaced. */
    PveTask download(String node, String storage, String name, URI url, boolean isCompressed) {
        PveTask task = cluster.tasks().start(node, "download", name);
        String volume = storage + ":import/" + name;
        task.log.add("downloading %s to /mnt/pve/%s/import/%s".formatted(url, storage, name));
        cluster.tasks().execute(() -> {
            try {
                if (isCompressed) {
                    throw new IOException("decompression not supported for import");
                }
                ReceivedContent content = fetcher.fetch(url, percent -> log(task, percent));
                synchronized (cluster) {
                    finish(task, volume, content);
                }
            } catch (IOException | RuntimeException e) {
                synchronized (cluster) {
                    cluster.tasks().finish(task, "download failed: " + e.getMessage());
                }
            }
        });
        return task;
    }

    private void finish(PveTask task, String volume, ReceivedContent content) {
        String place = place(task.node, PveImageFile.storage(volume));
        if (files.stream().anyMatch(file -> file.isAt(place, volume))) {
            cluster.tasks().finish(task, "refusing to override existing file '%s'".formatted(volume));
            return;
        }
        PveImageFile file = put(new PveImageFile(place, volume, ++created));
        file.bytes = content.bytes();
        file.content = Optional.of(content);
        cluster.tasks().finish(task, "OK");
    }

    private void log(PveTask task, int percent) {
        synchronized (cluster) {
            String line = "%6dK ........ ........ ........ ........ %2d%% 100M 1s".formatted(percent * 32_768, percent);
            if (!task.log.getLast().equals(line)) {
                task.log.add(line);
            }
        }
    }

    /** Returns whether the connection of the next upload is to be closed. */
    boolean cut() {
        return options.faults()
                .next(FaultKind.Stage.TRANSFER, SimulatedOperation.UPDATE, "")
                .filter(FaultKind.TRUNCATED_BODY::equals)
                .isPresent();
    }

    /** Stores an uploaded file. It is visible while it is copied, and replaces an existing one. */
    PveTask store(String node, String storage, PveUpload upload) {
        String name = checkedName(storage, upload.contentType(), upload.fileName(), "does not support");
        PveTask task = cluster.tasks().start(PveInventory.FIRST_NODE, "imgcopy", "");
        if (upload.contentType().equals("iso")) {
            cluster.tasks().last(task, options.bootTime().dividedBy(8), () -> {
                PveImageFile file = put(new PveImageFile(place(node, storage), storage + ":iso/" + name, ++created));
                file.bytes = upload.bytes();
                file.isOriginal = true;
            });
            return task;
        }
        cluster.tasks().then(task, options.bootTime().dividedBy(8), () -> {
            ReceivedContent content = upload.content()
                    .orElseThrow(() -> PveException.died(
                            "qemu-img: Could not open '/var/tmp/pveupload': Image is not in qcow2 format"));
            PveImageFile file = put(new PveImageFile(place(node, storage), storage + ":import/" + name, ++created));
            file.bytes = content.bytes() / 2;
            cluster.tasks().last(task, options.bootTime().dividedBy(8), () -> {
                file.bytes = content.bytes();
                file.content = Optional.of(content);
            });
        });
        return task;
    }

    PveTask delete(String node, String storage, String volume) {
        if (!PveImageFile.storage(volume).equals(storage)) {
            throw PveException.parameter("volume", "storage ID mismatch (%s != %s)".formatted(volume, storage));
        }
        PveTask task = cluster.tasks().start(node, "imgdel", storage);
        files.removeIf(file -> file.isAt(place(node, storage), volume));
        cluster.tasks().finish(task, "OK");
        return task;
    }

    /** Returns whether a virtual machine on a node can be created from a file. */
    boolean isReadable(String node, String volume) {
        return cluster.inventory().storage(PveImageFile.storage(volume)).isPresent()
                && files.stream().anyMatch(file -> file.isAt(place(node, PveImageFile.storage(volume)), volume));
    }

    /** Returns the images that clients created: one for all copies of a volume. It is ready if every node can read it. */
    List<SimulatedImage> views() {
        return files.stream()
                .filter(file -> !file.isOriginal)
                .map(file -> file.volume)
                .distinct()
                .map(this::view)
                .toList();
    }

    private SimulatedImage view(String volume) {
        List<PveImageFile> copies =
                files.stream().filter(file -> file.volume.equals(volume)).toList();
        List<Optional<String>> checksums =
                copies.stream().map(PveImageFile::sha256).distinct().toList();
        boolean everywhere = PveInventory.NODES.stream().allMatch(node -> isReadable(node, volume));
        return new SimulatedImage(
                volume + "@" + copies.getFirst().number,
                volume,
                everywhere && checksums.size() == 1 && checksums.getFirst().isPresent(),
                checksums.getFirst());
    }

    void vanish(String volume) {
        files.removeIf(file -> file.volume.equals(volume));
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
