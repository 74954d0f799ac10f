package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageContentReader;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Manages the disks that images are uploaded to. They exist only until an image was created from them. */
final class AzureImageDisks {
    private static final ArmResourceType TYPE = ArmResourceType.DISK;
    private static final int ACCESS_SECONDS = 24 * 60 * 60;
    private static final Set<String> WITH_ACCESS = Set.of("ActiveUpload", "ActiveSAS", "ActiveSASFrozen");

    private final ArmClient arm;
    private final ArmPaths paths;
    private final AzureSettings settings;
    private final BiFunction<URI, SensitiveText, PageBlobClient> blobs;
    private final ArmStateWaiter waiter;

    /** @param blobs connects to the server of a URL, whose query permits access */
    AzureImageDisks(
            ArmClient arm,
            AzureSettings settings,
            BiFunction<URI, SensitiveText, PageBlobClient> blobs,
            ArmStateWaiter waiter) {
        this.arm = arm;
        this.paths = ArmPaths.of(settings);
        this.settings = settings;
        this.blobs = blobs;
        this.waiter = waiter;
    }

    /** Returns the disk of an image; empty if there is none. */
    Optional<JsonNode> find(ImageId id) {
        return all(id).stream().findFirst();
    }

    private List<JsonNode> all(ImageId id) {
        return arm.list(paths.list(TYPE), TYPE.api(), Map.of()).stream()
                .filter(disk -> AzureOwnershipTags.isOf(id, disk))
                .toList();
    }

    /** Returns the state of an image that has only a disk. */
    static ImageState state(JsonNode disk) {
        String id = disk.path("id").asText("");
        return AzureVmStateMapper.isDeleting(disk) ? new ImageState.Leaving(id) : new ImageState.Incomplete(id);
    }

    /**
     * Uploads a VHD to a new disk and returns its resource ID. Azure requires the length before the first byte, which compressed content
     * does not contain: it is read from the partition table. If that differs from the content, the upload is repeated with the counted
     * length.
     */
    String upload(ImageId id, ImageSource.Upload source) {
        OptionalLong expected = OptionalLong.empty();
        for (int attempt = 0; attempt < 2; attempt++) {
            try (VhdReader vhd = new VhdReader(ImageContentReader.openGzip(source), expected)) {
                String disk = create(id, vhd.announcedBytes());
                boolean complete = send(disk, vhd);
                if (complete) {
                    return disk;
                }
                expected = OptionalLong.of(vhd.countedBytes());
            }
            removeAndAwait(id);
        }
        throw new ButlerException(ErrorCode.PROVIDER, "The length of the image changes between two downloads.");
    }

    private String create(ImageId id, long bytes) {
        String name = AzureImageDocument.diskName(id);
        String path = paths.id(TYPE, name);
        ArmClient.ArmResult result = arm.create(path, TYPE.api(), AzureImageDocument.disk(id, settings, bytes));
        if (!result.isSuccess()) {
            throw result.error().exception("create the disk " + name, arm.redactor());
        }
        JsonNode disk = awaitDisk(path, seen -> !isChanging(seen));
        if (!disk.at("/properties/provisioningState").asText("").equals("Succeeded")) {
            throw new ButlerException(ErrorCode.PROVIDER, "Azure failed to create the disk %s.".formatted(name));
        }
        return disk.path("id").asText("");
    }

    private JsonNode awaitDisk(String path, Predicate<JsonNode> reached) {
        return waiter.await(
                        "the disk " + ArmPaths.nameOf(path),
                        () -> arm.find(path, TYPE.api(), Map.of()),
                        found -> found.isEmpty() || reached.test(found.get()))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.CONFLICT, "The disk %s was deleted meanwhile.".formatted(ArmPaths.nameOf(path))));
    }

    private static boolean isChanging(JsonNode disk) {
        return Set.of("Creating", "Updating")
                .contains(disk.at("/properties/provisioningState").asText(""));
    }

    private static boolean hasAccess(JsonNode disk) {
        return WITH_ACCESS.contains(disk.at("/properties/diskState").asText(""));
    }

    /** Returns whether the whole VHD fits the disk. */
    private boolean send(String disk, VhdReader vhd) {
        String path = paths.id(TYPE, ArmPaths.nameOf(disk));
        try (PageBlobClient blob = access(path)) {
            vhd.sendTo(blob);
        }
        revoke(path);
        return vhd.isComplete();
    }

    /** Permits writing to the disk with a URL that contains a signature. It is a secret. */
    private PageBlobClient access(String path) {
        JsonNode granted = arm.perform(
                "get access to disks/" + ArmPaths.nameOf(path),
                RestRequest.post(path + "/beginGetAccess")
                        .withJson(
                                JsonDocument.object().put("access", "Write").put("durationInSeconds", ACCESS_SECONDS)),
                TYPE.api(),
                waiter.poller());
        SensitiveText url = JsonDocument.text(granted, "/accessSAS")
                .map(SensitiveText::new)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED, "Azure returned no URL for the upload of an image."));
        URI target = URI.create(url.value());
        if (!"https".equals(target.getScheme()) || target.getHost() == null) {
            throw new ButlerException(
                    ErrorCode.PROVIDER, "Azure returned a URL without encryption for the upload of an image.");
        }
        return blobs.apply(target, url);
    }

    private void revoke(String path) {
        arm.perform(
                "end access to disks/" + ArmPaths.nameOf(path),
                RestRequest.post(path + "/endGetAccess").asRepeatable(),
                TYPE.api(),
                waiter.poller());
        awaitDisk(path, disk -> !hasAccess(disk));
    }

    /** Deletes the disks of an image, also while an interrupted upload still has access to them. */
    void remove(ImageId id) {
        for (JsonNode disk : all(id)) {
            if (!AzureVmStateMapper.isDeleting(disk)) {
                String path = paths.id(TYPE, disk.path("name").asText(""));
                if (hasAccess(disk)) {
                    revoke(path);
                }
                arm.delete(path, TYPE.api());
            }
        }
    }

    /** Deletes the disks of an image and waits until they are gone, because the next upload uses the same name. */
    void removeAndAwait(ImageId id) {
        remove(id);
        waiter.await("the disk of an earlier upload", () -> find(id), Optional::isEmpty);
    }
}
