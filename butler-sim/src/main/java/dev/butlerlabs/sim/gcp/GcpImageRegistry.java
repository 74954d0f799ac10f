package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The images that clients import from Cloud Storage. Guarded by the lock of the project. */
final class GcpImageRegistry {
    private static final String PATH = "global/images/";
    private static final Pattern SOURCE = Pattern.compile(
            "https://(storage\\.googleapis\\.com/|www\\.googleapis\\.com/storage/v1/b/)(?<bucket>[a-z0-9._-]+)/(?<object>\\S+)");
    private static final Set<String> FEATURES = Set.of(
            "GVNIC",
            "IDPF",
            "MULTI_IP_SUBNET",
            "SECURE_BOOT",
            "SEV_CAPABLE",
            "SEV_SNP_CAPABLE",
            "TDX_CAPABLE",
            "UEFI_COMPATIBLE",
            "VIRTIO_SCSI_MULTIQUEUE",
            "WINDOWS");
    private static final GcpSchema IMAGE = GcpSchema.of(
            "name description family architecture labels{*} rawDisk{source containerType} guestOsFeatures[]{type}");

    private final GcpProjectState project;
    private final Map<String, Imported> images = new LinkedHashMap<>();

    /** An image of a client, with the checksum of the object that it was imported from. */
    private static final class Imported {
        private final ObjectNode json;
        private Optional<String> sha256 = Optional.empty();

        private Imported(ObjectNode json) {
            this.json = json;
        }
    }

    GcpImageRegistry(GcpProjectState project) {
        this.project = project;
    }

    ObjectNode insert(ObjectNode body) {
        GcpStorage.StoredObject source = check(body);
        String path = PATH + body.path("name").asText();
        Imported image = add(path, body);
        ObjectNode operation =
                project.operations.start("insert", path, image.json.path("id").asText());
        project.operations.run(operation);
        project.timer.after(
                project.options.bootTime(), () -> project.locked(() -> finish(path, image, source, operation)));
        return operation;
    }

    private GcpStorage.StoredObject check(ObjectNode body) {
        IMAGE.check(body);
        String name = body.path("name").asText("");
        GcpInstanceValidator.requireName("resource.name", name);
        GcpInstanceValidator.checkLabels(body.path("labels"));
        if (!Set.of("", "X86_64", "ARM64").contains(body.path("architecture").asText(""))) {
            throw GcpApiError.invalidValue(
                    "resource.architecture", body.path("architecture").asText(""));
        }
        for (JsonNode feature : body.path("guestOsFeatures")) {
            if (!FEATURES.contains(feature.path("type").asText(""))) {
                throw GcpApiError.invalidValue(
                        "resource.guestOsFeatures.type", feature.path("type").asText(""));
            }
        }
        if (project.catalog.find(PATH + name).isPresent()) {
            throw GcpApiError.exists(project.links.of(PATH + name));
        }
        return source(body.at("/rawDisk/source").asText(""));
    }

    /** Images are imported from Cloud Storage only. */
    private GcpStorage.StoredObject source(String url) {
        Matcher source = SOURCE.matcher(url);
        if (!source.matches()) {
            throw GcpApiError.invalid(
                    "Invalid value for field 'resource.rawDisk.source': '%s'. The URL must be a Cloud Storage URL."
                            .formatted(url));
        }
        return project.storage
                .find(source.group("bucket"), source.group("object"))
                .orElseThrow(() -> GcpApiError.invalid(
                        "Invalid value for field 'resource.rawDisk.source': '%s'. The referenced object was not found."
                                .formatted(url)));
    }

    private Imported add(String path, ObjectNode body) {
        ObjectNode json = body.deepCopy();
        json.put("kind", "compute#image")
                .put("id", project.nextId())
                .put("creationTimestamp", project.operations.now())
                .put("selfLink", project.links.of(path))
                .put("sourceType", "RAW")
                .put("labelFingerprint", "bGFiZWxz")
                .put("status", "PENDING");
        Imported image = new Imported(json);
        images.put(path, image);
        project.catalog.add(path, json);
        return image;
    }

    /** A failed import leaves no image. */
    private void finish(String path, Imported image, GcpStorage.StoredObject source, ObjectNode operation) {
        if (source.invalid().isPresent()) {
            remove(path);
            project.operations.fail(
                    operation, "IMAGE_IMPORT_ERROR", source.invalid().get(), Optional.empty());
            return;
        }
        image.sha256 = Optional.of(source.sha256());
        image.json
                .put("status", image.json.path("status").asText().equals("DELETING") ? "DELETING" : "READY")
                .put("diskSizeGb", "8")
                .put("archiveSizeBytes", source.json().path("size").asText());
        project.operations.finish(operation);
    }

    ObjectNode delete(String path) {
        Imported image =
                Optional.ofNullable(images.get(path)).orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
        ObjectNode operation =
                project.operations.start("delete", path, image.json.path("id").asText());
        image.json.put("status", "DELETING");
        project.timer.after(
                project.options.removalTime(),
                () -> project.locked(() -> {
                    remove(path);
                    project.operations.finish(operation);
                }));
        return operation;
    }

    private void remove(String path) {
        images.remove(path);
        project.catalog.remove(path);
    }

    /** Creates an image with a status and labels, bypassing the API. */
    void plant(String name, String status, Map<String, String> labels) {
        ObjectNode body = GcpJson.object().put("name", name);
        ObjectNode all = body.putObject("labels");
        labels.forEach(all::put);
        add(PATH + name, body).json.put("status", status).put("diskSizeGb", "8");
    }

    void vanish(String name) {
        remove(PATH + name);
    }

    List<SimulatedImage> views() {
        return images.entrySet().stream()
                .map(entry -> new SimulatedImage(
                        entry.getKey(),
                        entry.getValue().json.path("name").asText(),
                        entry.getValue().json.path("status").asText().equals("READY"),
                        entry.getValue().sha256))
                .toList();
    }
}
