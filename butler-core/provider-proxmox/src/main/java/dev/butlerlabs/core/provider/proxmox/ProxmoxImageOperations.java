package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.retry.Sleeper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Manages image files with the content type import, which virtual machines are created from. Proxmox VE stores no tags for files, so
 * the file name contains the ownership tag ({@link ProxmoxImageFile}). Storing a file twice under one name results in one file.
 */
final class ProxmoxImageOperations implements ImageOperations {
    /** Seconds that Proxmox VE waits for the end of a deletion before it responds. */
    private static final String DELETION_DELAY = "10";

    private static final String DOWNLOADING = "Proxmox VE is downloading the image";

    private final ProxmoxClient client;
    private final ProxmoxImageLocator locator;
    private final ProxmoxImageTasks tasks;

    ProxmoxImageOperations(ProxmoxClient client, ProxmoxSettings settings, Sleeper sleeper) {
        this.client = client;
        this.locator = new ProxmoxImageLocator(client, settings);
        this.tasks = new ProxmoxImageTasks(client, sleeper);
    }

    @Override
    public boolean canUpload() {
        return true;
    }

    @Override
    public ImageState observe(ImageId id) {
        return state(id, locator.find(id));
    }

    private ImageState state(ImageId id, ProxmoxImageCopies copies) {
        Optional<String> ready = copies.ready();
        if (ready.isPresent()) {
            return new ImageState.Ready(ready.get(), ready.get());
        }
        List<ProxmoxTask> downloads = tasks.downloads(id, copies.nodes());
        if (!downloads.isEmpty()) {
            return new ImageState.Transferring(downloads.getFirst().object(), tasks.percent(downloads), DOWNLOADING);
        }
        if (copies.hasIncomplete() && tasks.isCopying(locator.wholeCluster())) {
            return new ImageState.Transferring(
                    copies.copies().getFirst().volume(), OptionalInt.empty(), "Proxmox VE is storing the image");
        }
        return tasks.failure(id, copies.nodes()).orElseGet(() -> unfinished(copies));
    }

    private static ImageState unfinished(ProxmoxImageCopies copies) {
        return copies.copies().isEmpty()
                ? new ImageState.Absent()
                : new ImageState.Incomplete(copies.copies().getFirst().volume());
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        ProxmoxImageCopies copies = locator.find(spec.id());
        ImageState state = state(spec.id(), copies);
        return switch (state) {
            case ImageState.Ready ready -> {
                copies.surplus(ready.reference()).forEach(this::delete);
                yield ready;
            }
            case ImageState.Transferring _ -> state;
            default -> transfer(spec, copies);
        };
    }

    private ImageState transfer(BootImageSpec spec, ProxmoxImageCopies copies) {
        String volume = copies.target(spec);
        tasks.forget(spec.id());
        for (String node : copies.missing(volume)) {
            switch (spec.source()) {
                case ImageSource.Download download -> tasks.remember(spec.id(), request(node, volume, download));
                case ImageSource.Upload upload ->
                    tasks.await(client.upload(path(node, volume) + "/upload", ProxmoxImageCopy.fileOf(volume), upload));
            }
        }
        if (spec.source() instanceof ImageSource.Download) {
            return new ImageState.Transferring(volume, OptionalInt.empty(), DOWNLOADING);
        }
        copies.surplus(volume).forEach(this::delete);
        return observe(spec.id());
    }

    private ProxmoxTask request(String node, String volume, ImageSource.Download download) {
        return ProxmoxTask.parse(client.post(
                        path(node, volume) + "/download-url",
                        Map.of(
                                "content",
                                "import",
                                "filename",
                                ProxmoxImageCopy.fileOf(volume),
                                "url",
                                download.url().toString()))
                .asText(""));
    }

    private static String path(String node, String volume) {
        return "/nodes/" + node + "/storage/" + ProxmoxImageCopy.storageOf(volume);
    }

    /** Deletes files of the image that machines do not use, such as an incomplete one. */
    @Override
    public void cleanUp(ImageId id) {
        ProxmoxImageCopies copies = locator.find(id);
        copies.ready().ifPresent(volume -> copies.surplus(volume).forEach(this::delete));
    }

    /** Deletes nothing while a node with a local copy is offline, since that copy would remain. */
    @Override
    public void delete(ImageId id) {
        ProxmoxImageCopies copies = locator.find(id);
        List<String> offline = locator.offline();
        boolean isLocal = copies.copies().stream().anyMatch(copy -> !copy.isShared());
        if (isLocal && !offline.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "The image cannot be deleted on %s, because the node is offline."
                            .formatted(String.join(", ", offline)),
                    "Start the node, or remove it from nodes in the settings.");
        }
        tasks.forget(id);
        copies.copies().forEach(this::delete);
    }

    private void delete(ProxmoxImageCopy copy) {
        client.delete(copy.path(), Map.of("delay", DELETION_DELAY));
    }
}
