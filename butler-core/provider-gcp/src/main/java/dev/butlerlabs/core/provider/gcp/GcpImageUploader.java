package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Optional;

/** Manages the objects that images are imported from. They exist only until Compute Engine has imported them. */
final class GcpImageUploader {
    private static final String FOLDER = "butler-images/";
    private static final String SUFFIX = ".tar.gz";

    private final GcsClient client;
    private final GcpImageBucket bucket;
    private final GcsUpload upload;

    GcpImageUploader(GcsClient client, GcpSettings settings) {
        this.client = client;
        this.bucket = new GcpImageBucket(client, settings);
        this.upload = new GcsUpload(client);
    }

    /** Returns the object of an image; empty if there is none. Objects without the ownership mark are ignored. */
    Optional<GcsObject> find(ImageId id) {
        return bucket.find()
                .map(name -> object(name, id))
                .filter(object ->
                        client.findObject(object).filter(json -> isOf(id, json)).isPresent());
    }

    private static GcsObject object(String bucket, ImageId id) {
        return new GcsObject(bucket, FOLDER + id.digest() + SUFFIX);
    }

    private static boolean isOf(ImageId id, JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.path(GcpOwnership.MANAGED_BY).asText("").equals(OwnershipTags.MANAGER)
                && metadata.path(GcpOwnership.IMAGE).asText("").equals(id.digest());
    }

    /** Uploads an image and returns its object. Replaces the object of an earlier upload, whose content was perhaps not verified. */
    GcsObject upload(ImageId id, ImageSource.Upload source) {
        GcsObject object = object(bucket.require(), id);
        Optional<JsonNode> before = client.findObject(object);
        if (before.filter(json -> !isOf(id, json)).isPresent()) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The object %s does not belong to Butler.".formatted(object),
                    "Delete it if it is not needed, or set imageBucket in the Google Cloud settings to another bucket.");
        }
        String generation =
                before.map(json -> json.path("generation").asText("0")).orElse("0");
        upload.send(session(object, id, source.length(), generation), source);
        return object;
    }

    private String session(GcsObject object, ImageId id, long length, String generation) {
        ObjectNode body = JsonDocument.object();
        ObjectNode metadata = body.putObject("metadata");
        GcpOwnership.labels(id).forEach(metadata::put);
        try {
            return client.startUpload(object, body, length, generation);
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "The bucket %s for images does not exist.".formatted(object.bucket()),
                    "Correct imageBucket in the Google Cloud settings, or remove it: Butler then creates a bucket.");
        }
    }

    /** Deletes the object of an image, if there is one. */
    void delete(ImageId id) {
        find(id).ifPresent(client::deleteObject);
    }
}
