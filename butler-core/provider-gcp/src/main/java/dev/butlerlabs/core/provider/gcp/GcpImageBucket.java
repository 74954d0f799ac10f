package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The bucket that images are uploaded to: the one in the settings, or one of Butler for each project and region. Names of buckets are
 * unique among all projects, so another project can have a bucket with the name of ours. Therefore it is used only if it is listed in the
 * own project with the ownership label.
 */
final class GcpImageBucket {
    private static final String PREFIX = "butler-images-";
    private static final int DIGEST = 32;
    /** Objects that remain for any reason are deleted after this number of days. */
    private static final int MOST_DAYS = 7;

    private final GcsClient client;
    private final GcpSettings settings;

    GcpImageBucket(GcsClient client, GcpSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Returns the bucket; empty if it is one of Butler that does not exist. */
    Optional<String> find() {
        return settings.imageBucket().or(this::own);
    }

    private Optional<String> own() {
        String name = ownName();
        return client.buckets(name).stream()
                .filter(bucket -> bucket.path("name").asText("").equals(name))
                .filter(GcpOwnership::isManaged)
                .map(_ -> name)
                .findFirst();
    }

    /** Returns the bucket. Creates it if it is one of Butler that does not exist. */
    String require() {
        return find().orElseGet(this::create);
    }

    private String create() {
        try {
            client.createBucket(body());
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw e;
            }
        }
        return own().orElseThrow(() -> new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "The bucket %s exists, but it is not a bucket of Butler in the project %s."
                        .formatted(ownName(), settings.project()),
                "Create a bucket for images, and set imageBucket in the Google Cloud settings."));
    }

    /** Returns the name of the bucket of Butler. */
    String ownName() {
        String scope = settings.project() + "\n" + settings.region();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(scope.getBytes(StandardCharsets.UTF_8));
            return PREFIX + HexFormat.of().formatHex(digest).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns a bucket without public access. Deleted objects are not kept, because they are only needed during an import. */
    JsonNode body() {
        ObjectNode body = JsonDocument.object()
                .put("name", ownName())
                .put("location", settings.region())
                .put("storageClass", "STANDARD");
        body.putObject("labels").put(GcpOwnership.MANAGED_BY, OwnershipTags.MANAGER);
        ObjectNode access = body.putObject("iamConfiguration").put("publicAccessPrevention", "enforced");
        access.putObject("uniformBucketLevelAccess").put("enabled", true);
        body.putObject("softDeletePolicy").put("retentionDurationSeconds", "0");
        ObjectNode rule = body.putObject("lifecycle").putArray("rule").addObject();
        rule.putObject("action").put("type", "Delete");
        rule.putObject("condition").put("age", MOST_DAYS);
        return body;
    }
}
