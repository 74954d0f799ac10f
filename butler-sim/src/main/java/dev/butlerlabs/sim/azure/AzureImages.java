package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Managed images, and the disks that clients upload their content to. Callers hold the lock of the registry, except for {@link #upload}. */
final class AzureImages implements AutoCloseable {
    private static final long SMALLEST_UPLOAD = (20L << 20) + 512;
    private static final long LARGEST_UPLOAD = (32L << 40) + 512;
    private static final int LONGEST_ACCESS = 0x7fffffff;

    private final ArmRegistry registry;
    private final Map<String, AzureUploadDisk> uploads = new HashMap<>();
    private final Map<String, String> checksums = new HashMap<>();

    AzureImages(ArmRegistry registry) {
        this.registry = registry;
    }

    /** Creates a disk for an upload. Other disks are created with virtual machines. */
    ArmResource createDisk(String id, ObjectNode body) {
        JsonNode creation = body.at("/properties/creationData");
        long bytes = creation.path("uploadSizeBytes").asLong(0);
        requireName(id);
        if (!creation.path("createOption").asText("").equals("Upload")) {
            throw ArmException.invalid("InvalidParameter", "Only disks with createOption 'Upload' are simulated.");
        }
        if (bytes < SMALLEST_UPLOAD || bytes > LARGEST_UPLOAD || (bytes - 512) % (1 << 20) != 0) {
            throw ArmException.invalid(
                    "InvalidParameter",
                    "The value %d of parameter 'disk.creationData.uploadSizeBytes' is out of range. The value must be between '%d' and '%d', inclusive, and a multiple of 1 MiB with a footer of 512 bytes."
                            .formatted(bytes, SMALLEST_UPLOAD, LARGEST_UPLOAD));
        }
        ArmResource disk = registry.add(id, ArmRegistry.DISK, body);
        body.withObject("/properties")
                .put("diskState", "ReadyToUpload")
                .put("diskSizeBytes", bytes - 512)
                .put("timeCreated", Instant.now().toString());
        uploads.put(key(id), new AzureUploadDisk(bytes));
        return disk;
    }

    private static void requireName(String id) {
        String name = id.substring(id.lastIndexOf('/') + 1);
        if (name.length() > 80 || !name.matches("[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?")) {
            throw ArmException.invalid("InvalidParameter", "The entity name '%s' is invalid.".formatted(name));
        }
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    /** Grants access to a disk; returns the URL of its blob. */
    String beginGetAccess(String id, JsonNode body, String base) {
        ArmResource disk = registry.find(id).orElseThrow(() -> ArmException.absent(id));
        ArmBodyValidator.validate("begingetaccess", body);
        int seconds = body.path("durationInSeconds").asInt(0);
        AzureUploadDisk upload = Optional.ofNullable(uploads.get(key(id)))
                .filter(_ -> state(disk).equals("ReadyToUpload"))
                .filter(_ -> body.path("access").asText("").equals("Write"))
                .orElseThrow(() -> new ArmException(
                        409,
                        "OperationNotAllowed",
                        "Cannot grant access to disk %s in state %s.".formatted(disk.name, state(disk))));
        if (seconds < 1 || seconds == LONGEST_ACCESS) {
            throw ArmException.invalid("InvalidParameter", "The value of parameter 'durationInSeconds' is invalid.");
        }
        disk.body.withObject("/properties").put("diskState", "ActiveUpload");
        return "%s/%s/abcd?sv=2018-03-28&sr=b&si=%s&sig=%s".formatted(base, upload.blob, upload.blob, upload.grant());
    }

    void endGetAccess(String id) {
        ArmResource disk = registry.find(id).orElseThrow(() -> ArmException.absent(id));
        Optional.ofNullable(uploads.get(key(id))).ifPresent(AzureUploadDisk::revoke);
        if (state(disk).equals("ActiveUpload")) {
            disk.body.withObject("/properties").put("diskState", "Unattached");
        }
    }

    private static String state(ArmResource disk) {
        return disk.at("/properties/diskState").asText("");
    }

    /** Rejects the deletion of a disk that a client has access to. */
    static void requireNoAccess(ArmResource disk) {
        if (state(disk).startsWith("Active")) {
            throw new ArmException(
                    409,
                    "OperationNotAllowed",
                    "There is an active shared access signature outstanding for disk %s. Call EndGetAccess before deleting or attaching the disk."
                            .formatted(disk.name));
        }
    }

    /** Returns the disk of a blob. Takes the lock itself. */
    Optional<AzureUploadDisk> upload(String blob) {
        synchronized (registry) {
            return uploads.values().stream()
                    .filter(upload -> upload.blob.equals(blob))
                    .findFirst();
        }
    }

    /** Returns the name of the disk of a blob. */
    String diskName(AzureUploadDisk upload) {
        synchronized (registry) {
            return uploads.entrySet().stream()
                    .filter(entry -> entry.getValue() == upload)
                    .map(entry -> entry.getKey().substring(entry.getKey().lastIndexOf('/') + 1))
                    .findFirst()
                    .orElse("");
        }
    }

    /**
     * Creates an image from a disk. It is usable some time later.
     *
     * @param later runs a task when the image is complete
     */
    ArmResource createImage(
            String id, ObjectNode body, ArmOperations.ArmOperation operation, Consumer<Runnable> later) {
        requireName(id);
        JsonNode osDisk = body.at("/properties/storageProfile/osDisk");
        String source = osDisk.at("/managedDisk/id").asText("");
        ArmResource disk = registry.require(source, "InvalidParameter");
        AzureUploadDisk upload = Optional.ofNullable(uploads.get(key(source)))
                .filter(_ -> state(disk).equals("Unattached") && !disk.isLeaving())
                .orElseThrow(() -> new ArmException(
                        409,
                        "OperationNotAllowed",
                        "Cannot create an image from disk %s in state %s.".formatted(disk.name, state(disk))));
        if (!disk.at("/properties/hyperVGeneration")
                .asText("V1")
                .equals(body.at("/properties/hyperVGeneration").asText("V1"))) {
            throw ArmException.invalid(
                    "InvalidParameter", "The hypervisor generation of the disk and of the image are different.");
        }
        upload.problem().ifPresent(problem -> {
            throw ArmException.invalid("InvalidVhd", problem);
        });
        ArmResource image = registry.add(id, ArmRegistry.IMAGE, body);
        image.state = "Creating";
        checksums.put(key(id), upload.sha256());
        later.accept(() -> {
            synchronized (registry) {
                image.state = image.isLeaving() ? image.state : "Succeeded";
            }
            operation.succeed();
        });
        return image;
    }

    /** Forgets the content of a deleted resource. */
    void forget(ArmResource resource) {
        Optional.ofNullable(uploads.remove(key(resource.id))).ifPresent(AzureUploadDisk::close);
        checksums.remove(key(resource.id));
    }

    /** Rejects an image in a virtual machine that does not exist or is not complete. */
    static void requireImage(ArmRegistry registry, JsonNode reference) {
        String id = reference.path("id").asText("");
        Optional<ArmResource> image = registry.find(id).filter(found -> found.type.equals(ArmRegistry.IMAGE));
        if (image.isEmpty()) {
            AzureCatalog.requireImage(reference);
        } else if (!image.get().state.equals("Succeeded")) {
            throw new ArmException(
                    409, "ReferencedResourceNotProvisioned", "The image %s is not provisioned.".formatted(id));
        }
    }

    /** Creates an image with a state and tags, bypassing the API. */
    void plant(String name, String state, Map<String, String> tags) {
        String id = AzureCatalog.groupPath(ArmRegistry.IMAGE) + "/" + name;
        ObjectNode body = ArmRegistry.located();
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        tags.forEach(all::put);
        body.set("tags", all);
        registry.add(id, ArmRegistry.IMAGE, body).state = state;
    }

    List<SimulatedImage> views() {
        return registry.all(ArmRegistry.IMAGE).stream()
                .filter(image -> !image.id.equalsIgnoreCase(AzureCatalog.IMAGE_ID))
                .map(image -> new SimulatedImage(
                        image.id,
                        image.name,
                        image.state.equals("Succeeded"),
                        Optional.ofNullable(checksums.get(key(image.id)))))
                .toList();
    }

    @Override
    public void close() {
        uploads.values().forEach(AzureUploadDisk::close);
    }
}
