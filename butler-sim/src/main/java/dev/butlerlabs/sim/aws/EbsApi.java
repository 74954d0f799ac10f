package dev.butlerlabs.sim.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of the EBS direct API that writes snapshots. */
final class EbsApi {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String JSON = "application/json";
    private static final Set<String> START_FIELDS =
            Set.of("VolumeSize", "Tags", "Description", "ClientToken", "Timeout");
    private static final Pattern BLOCK_PATH = Pattern.compile("/snapshots/(snap-[0-9a-f]+)/blocks/(\\d{1,9})");
    private static final Pattern COMPLETION_PATH = Pattern.compile("/snapshots/completion/(snap-[0-9a-f]+)");
    private static final int MOST_GIB = 65_536;
    private static final int BLOCKS_PER_GIB = 2048;

    private final AwsRegionState cloud;

    /** The body and the snapshot of each client token. */
    private final Map<String, Map.Entry<String, String>> tokens = new HashMap<>();

    EbsApi(AwsRegionState cloud) {
        this.cloud = cloud;
    }

    /** Returns the name of the operation of a request; empty if there is none. */
    static Optional<String> operation(HttpApiRequest request) {
        String path = request.path();
        if (request.method().equals("PUT") && BLOCK_PATH.matcher(path).matches()) {
            return Optional.of("PutSnapshotBlock");
        }
        if (request.method().equals("POST") && COMPLETION_PATH.matcher(path).matches()) {
            return Optional.of("CompleteSnapshot");
        }
        return request.method().equals("POST") && path.equals("/snapshots")
                ? Optional.of("StartSnapshot")
                : Optional.empty();
    }

    HttpApiResponse answer(HttpApiRequest request) {
        synchronized (cloud) {
            return switch (operation(request).orElse("")) {
                case "StartSnapshot" -> start(request);
                case "PutSnapshotBlock" -> put(request);
                case "CompleteSnapshot" -> complete(request);
                default -> throw AwsErrorResponse.of("InvalidAction", "Unknown operation " + request.path());
            };
        }
    }

    private HttpApiResponse start(HttpApiRequest request) {
        JsonNode body = body(request.text());
        body.fieldNames()
                .forEachRemaining(name -> require(START_FIELDS.contains(name), "Unknown parameter " + name + "."));
        int size = body.path("VolumeSize").asInt(0);
        require(size >= 1 && size <= MOST_GIB, "VolumeSize must be between 1 and 65536.");
        int timeout = body.path("Timeout").asInt(60);
        require(timeout >= 10 && timeout <= 4320, "Timeout must be between 10 and 4320.");
        String token = body.path("ClientToken").asText("");
        require(token.length() <= 255, "ClientToken is too long.");
        Map.Entry<String, String> before = tokens.get(token);
        if (before != null && cloud.images.snapshot(before.getValue()).isPresent()) {
            if (!before.getKey().equals(request.text())) {
                throw new AwsErrorResponse(
                        409, "ConflictException", "The client token was used with other parameters.");
            }
            return started(cloud.images.snapshot(before.getValue()).orElseThrow());
        }
        Map<String, String> tags = new TreeMap<>();
        body.path("Tags")
                .forEach(tag ->
                        tags.put(tag.path("Key").asText(), tag.path("Value").asText()));
        EbsSnapshot snapshot = new EbsSnapshot(
                cloud.nextId("snap"), size, body.path("Description").asText(""), tags);
        cloud.images.add(snapshot);
        if (!token.isEmpty()) {
            tokens.put(token, Map.entry(request.text(), snapshot.id));
        }
        return started(snapshot);
    }

    private static JsonNode body(String text) {
        try {
            JsonNode body = MAPPER.readTree(text);
            require(body.isObject(), "The body is not an object.");
            return body;
        } catch (JsonProcessingException _) {
            throw AwsErrorResponse.of("ValidationException", "The body is not JSON.");
        }
    }

    private static HttpApiResponse started(EbsSnapshot snapshot) {
        ObjectNode answer = MAPPER.createObjectNode()
                .put("SnapshotId", snapshot.id)
                .put("OwnerId", AwsNetworkLayout.ACCOUNT)
                .put("Status", snapshot.state)
                .put("StartTime", snapshot.started.toEpochMilli() / 1000.0)
                .put("VolumeSize", snapshot.sizeGiB)
                .put("BlockSize", EbsSnapshot.BLOCK)
                .put("Description", snapshot.description);
        snapshot.tags.forEach((key, value) ->
                answer.withArray("Tags").addObject().put("Key", key).put("Value", value));
        return HttpApiResponse.of(201, JSON, answer.toString());
    }

    private HttpApiResponse put(HttpApiRequest request) {
        Matcher path = BLOCK_PATH.matcher(request.path());
        path.matches();
        EbsSnapshot snapshot = open(path.group(1));
        int index = Integer.parseInt(path.group(2));
        require(index < snapshot.sizeGiB * BLOCKS_PER_GIB, "The block index is out of range.");
        byte[] block = request.body();
        String length = String.valueOf(EbsSnapshot.BLOCK);
        require(
                request.header("x-amz-Data-Length").filter(length::equals).isPresent()
                        && block.length == EbsSnapshot.BLOCK,
                "A block has 524288 bytes.");
        requireAlgorithm(request);
        String checksum = EbsSnapshot.checksum(block);
        require(
                request.header("x-amz-Checksum").filter(checksum::equals).isPresent(),
                "The checksum does not match the block.");
        snapshot.write(index, block);
        return new HttpApiResponse(
                201,
                Map.of("Content-Type", JSON, "x-amz-Checksum", checksum, "x-amz-Checksum-Algorithm", "SHA256"),
                "{}".getBytes(StandardCharsets.UTF_8));
    }

    private static void requireAlgorithm(HttpApiRequest request) {
        require(
                request.header("x-amz-Checksum-Algorithm")
                        .filter("SHA256"::equals)
                        .isPresent(),
                "The checksum algorithm must be SHA256.");
    }

    private EbsSnapshot open(String id) {
        EbsSnapshot snapshot = cloud.images
                .snapshot(id)
                .orElseThrow(() -> new AwsErrorResponse(
                        404, "ResourceNotFoundException", "The snapshot '%s' does not exist.".formatted(id)));
        require(!snapshot.isSealed, "The snapshot is not in the pending state.");
        return snapshot;
    }

    private HttpApiResponse complete(HttpApiRequest request) {
        Matcher path = COMPLETION_PATH.matcher(request.path());
        path.matches();
        EbsSnapshot snapshot = cloud.images
                .snapshot(path.group(1))
                .filter(found -> found.isSealed)
                .orElseGet(() -> open(path.group(1)));
        String count = String.valueOf(snapshot.blocks.size());
        require(
                request.header("x-amz-ChangedBlocksCount").filter(count::equals).isPresent(),
                "ChangedBlocksCount does not match the number of blocks, which is %s.".formatted(count));
        if (request.header("x-amz-Checksum").isPresent()) {
            requireAlgorithm(request);
            require(
                    request.header("x-amz-Checksum-Aggregation-Method")
                                    .filter("LINEAR"::equals)
                                    .isPresent()
                            && request.header("x-amz-Checksum")
                                    .filter(snapshot.linearChecksum()::equals)
                                    .isPresent(),
                    "The aggregated checksum does not match.");
        }
        snapshot.isSealed = true;
        cloud.completeLater(snapshot);
        return HttpApiResponse.of(202, JSON, "{\"Status\":\"%s\"}".formatted(snapshot.state));
    }

    private static void require(boolean fulfilled, String message) {
        if (!fulfilled) {
            throw AwsErrorResponse.of("ValidationException", message);
        }
    }

    static HttpApiResponse error(AwsErrorResponse refusal) {
        return new HttpApiResponse(
                refusal.status(),
                Map.of("Content-Type", JSON, "x-amzn-ErrorType", refusal.code()),
                MAPPER.createObjectNode()
                        .put("Message", refusal.getMessage())
                        .toString()
                        .getBytes(StandardCharsets.UTF_8));
    }
}
