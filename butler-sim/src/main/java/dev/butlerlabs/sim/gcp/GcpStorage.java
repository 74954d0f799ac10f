package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** The buckets, objects and upload sessions of Cloud Storage. Thread-safe; content is discarded after its checksums are computed. */
final class GcpStorage {
    private static final String BUCKET_NAME = "[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]";
    private static final String LINK = "https://www.googleapis.com/storage/v1/b/";
    private static final GcpSchema BUCKET = GcpSchema.of("name location storageClass labels{*} "
            + "iamConfiguration{publicAccessPrevention uniformBucketLevelAccess{enabled}} "
            + "softDeletePolicy{retentionDurationSeconds} "
            + "lifecycle{rule[]{action{type} condition{age}}}");
    private static final GcpSchema OBJECT = GcpSchema.of("name metadata{*} contentType");

    private final FaultPlan faults;
    private final Map<String, ObjectNode> buckets = new TreeMap<>();
    /** Names of buckets that belong to other projects. */
    private final List<String> foreign = new ArrayList<>();

    private final Map<String, StoredObject> objects = new TreeMap<>();
    private final Map<String, GcpUploadSession> sessions = new TreeMap<>();
    private long generations = 1_700_000_000_000_000L;

    /** An object with the checksum and format of its content. */
    record StoredObject(ObjectNode json, String sha256, Optional<String> invalid) {}

    GcpStorage(FaultPlan faults) {
        this.faults = faults;
    }

    synchronized ObjectNode createBucket(ObjectNode body, String time) {
        BUCKET.check(body);
        GcpInstanceValidator.checkLabels(body.path("labels"));
        String name = body.path("name").asText("");
        if (!name.matches(BUCKET_NAME)) {
            throw GcpApiError.invalid("Invalid bucket name: '%s'".formatted(name));
        }
        if (!body.path("location").asText("US").equalsIgnoreCase(GcpCatalog.REGION)) {
            throw GcpApiError.invalid("The specified location constraint is not valid.");
        }
        if (buckets.containsKey(name) || foreign.contains(name)) {
            throw new GcpApiError(
                    409,
                    "conflict",
                    foreign.contains(name)
                            ? "The requested bucket name is not available. The bucket namespace is shared by all users of the system."
                            : "Your previous request to create the named bucket succeeded and you already own it.");
        }
        ObjectNode bucket = body.deepCopy();
        bucket.put("kind", "storage#bucket")
                .put("id", name)
                .put("selfLink", LINK + name)
                .put("projectNumber", "100000000001")
                .put("location", GcpCatalog.REGION.toUpperCase(Locale.ROOT))
                .put("locationType", "region")
                .put("metageneration", "1")
                .put("etag", "CAE=")
                .put("timeCreated", time)
                .put("updated", time);
        buckets.put(name, bucket);
        return bucket.deepCopy();
    }

    synchronized ObjectNode listBuckets(String prefix) {
        ObjectNode list = GcpJson.object().put("kind", "storage#buckets");
        buckets.entrySet().stream()
                .filter(bucket -> bucket.getKey().startsWith(prefix))
                .forEach(
                        bucket -> list.withArray("/items").add(bucket.getValue().deepCopy()));
        return list;
    }

    synchronized ObjectNode bucket(String name) {
        return Optional.ofNullable(buckets.get(name))
                .orElseThrow(() -> foreign.contains(name)
                        ? new GcpApiError(
                                403, "forbidden", "The caller does not have storage.buckets.get access to the bucket.")
                        : new GcpApiError(404, "notFound", "The specified bucket does not exist."));
    }

    synchronized void deleteBucket(String name) {
        bucket(name);
        if (objects.keySet().stream().anyMatch(key -> key.startsWith(name + "/"))) {
            throw new GcpApiError(409, "conflict", "The bucket you tried to delete is not empty.");
        }
        buckets.remove(name);
    }

    synchronized StoredObject object(String bucket, String name) {
        bucket(bucket);
        return find(bucket, name)
                .orElseThrow(() -> new GcpApiError(404, "notFound", "No such object: %s/%s".formatted(bucket, name)));
    }

    synchronized Optional<StoredObject> find(String bucket, String name) {
        return Optional.ofNullable(objects.get(bucket + "/" + name));
    }

    synchronized void deleteObject(String bucket, String name) {
        object(bucket, name);
        objects.remove(bucket + "/" + name);
    }

    /** Starts an upload session and returns its ID. */
    synchronized String startUpload(
            String bucket,
            Optional<String> name,
            ObjectNode body,
            Optional<String> generation,
            Optional<String> length) {
        bucket(bucket);
        OBJECT.check(body);
        String object = name.orElseGet(() -> body.path("name").asText(""));
        if (object.isEmpty() || object.length() > 1024) {
            throw new GcpApiError(400, "required", "Required");
        }
        requireGeneration(bucket, object, generation);
        String id = UUID.randomUUID().toString();
        sessions.put(id, new GcpUploadSession(bucket, object, body.deepCopy(), generation, length, faults));
        return id;
    }

    private void requireGeneration(String bucket, String object, Optional<String> generation) {
        String present = find(bucket, object)
                .map(found -> found.json().path("generation").asText())
                .orElse("0");
        if (generation.filter(expected -> !expected.equals(present)).isPresent()) {
            throw new GcpApiError(
                    412, "conditionNotMet", "At least one of the pre-conditions you specified did not hold.");
        }
    }

    synchronized GcpUploadSession session(String id) {
        return Optional.ofNullable(sessions.get(id))
                .orElseThrow(() -> new GcpApiError(404, "notFound", "The upload session was not found."));
    }

    synchronized void cancel(String id) {
        session(id);
        sessions.remove(id);
    }

    /** Creates the object of a complete upload. */
    synchronized ObjectNode complete(GcpUploadSession session, String time) {
        requireGeneration(session.bucket(), session.object(), session.generation());
        ObjectNode json = session.description();
        String generation = Long.toString(++generations);
        json.put("kind", "storage#object")
                .put("id", "%s/%s/%s".formatted(session.bucket(), session.object(), generation))
                .put(
                        "selfLink",
                        LINK + session.bucket() + "/o/" + session.object().replace("/", "%2F"))
                .put("name", session.object())
                .put("bucket", session.bucket())
                .put("generation", generation)
                .put("metageneration", "1")
                .put("storageClass", "STANDARD")
                .put("timeCreated", time)
                .put("updated", time);
        StoredObject stored = new StoredObject(json, session.sha256(), session.invalid());
        objects.put(session.bucket() + "/" + session.object(), stored);
        return json.deepCopy();
    }

    /** Creates a bucket with the name in another project. */
    synchronized void plantForeign(String name) {
        foreign.add(name);
    }

    /** Creates an object without metadata, bypassing the API. */
    synchronized void plant(String bucket, String name) {
        objects.put(
                bucket + "/" + name,
                new StoredObject(
                        GcpJson.object()
                                .put("kind", "storage#object")
                                .put("name", name)
                                .put("bucket", bucket)
                                .put("generation", "1"),
                        "",
                        Optional.of("The object is empty.")));
    }

    synchronized List<String> bucketNames() {
        return List.copyOf(buckets.keySet());
    }

    synchronized List<String> objectNames() {
        return List.copyOf(objects.keySet());
    }
}
