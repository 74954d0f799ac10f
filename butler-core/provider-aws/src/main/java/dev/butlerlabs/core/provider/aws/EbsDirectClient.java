package dev.butlerlabs.core.provider.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/**
 * Client for the part of the EBS direct API that writes snapshots. Requests are signed by the SDK; its client for these three operations
 * would be one more library. Nothing is retried here. Thread-safe.
 */
final class EbsDirectClient {
    static final int BLOCK = 512 * 1024;

    private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();
    private static final String SERVICE = "ebs";
    private static final int LARGEST_RESPONSE = 1 << 20;

    private final SdkHttpClient transport;
    private final AwsCredentials credentials;
    private final String region;
    private final URI endpoint;

    EbsDirectClient(SdkHttpClient transport, AwsSettings settings, AwsCredentials credentials) {
        this.transport = transport;
        this.credentials = credentials;
        this.region = settings.region();
        this.endpoint = settings.endpoint().orElseGet(() -> publicEndpoint(settings.region()));
    }

    private static URI publicEndpoint(String region) {
        return URI.create("https://ebs.%s.%s"
                .formatted(region, PartitionMetadata.of(Region.of(region)).dnsSuffix()));
    }

    /**
     * Starts a snapshot.
     *
     * @param token idempotency token: the same one returns the same snapshot
     * @return its ID
     */
    String start(int sizeGiB, Map<String, String> tags, String description, String token) {
        ObjectNode body = JsonDocument.object()
                .put("VolumeSize", sizeGiB)
                .put("Description", description)
                .put("ClientToken", token);
        tags.forEach((key, value) ->
                body.withArray("Tags").addObject().put("Key", key).put("Value", value));
        byte[] content = JsonDocument.bytes(body);
        JsonNode answer = AwsErrorMapper.ask(
                "start a snapshot",
                () -> send(SdkHttpMethod.POST, "/snapshots", Map.of("Content-Type", "application/json"), content));
        return answer.path("SnapshotId").asText();
    }

    /**
     * Writes a block. Idempotent.
     *
     * @param checksum SHA-256 of the block in Base64
     */
    void put(String snapshot, int index, byte[] block, String checksum) {
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/octet-stream",
                "x-amz-Data-Length",
                String.valueOf(block.length),
                "x-amz-Checksum",
                checksum,
                "x-amz-Checksum-Algorithm",
                "SHA256");
        AwsErrorMapper.ask(
                "write block %d of the snapshot %s".formatted(index, snapshot),
                () -> send(SdkHttpMethod.PUT, "/snapshots/%s/blocks/%d".formatted(snapshot, index), headers, block));
    }

    /**
     * Seals a snapshot. EBS compares number and checksum of the blocks, and then processes the snapshot for some time.
     *
     * @param checksum SHA-256 of the checksums of all blocks in ascending order, in Base64
     */
    void complete(String snapshot, int blocks, String checksum) {
        // Without a content type, the JDK sends that of a form.
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/json",
                "x-amz-ChangedBlocksCount",
                String.valueOf(blocks),
                "x-amz-Checksum",
                checksum,
                "x-amz-Checksum-Algorithm",
                "SHA256",
                "x-amz-Checksum-Aggregation-Method",
                "LINEAR");
        AwsErrorMapper.ask(
                "complete the snapshot " + snapshot,
                () -> send(SdkHttpMethod.POST, "/snapshots/completion/" + snapshot, headers, new byte[0]));
    }

    /** Sends a request. As in the clients of AWS, the signature does not include the content of a block, which has its own checksum. */
    private JsonNode send(SdkHttpMethod method, String path, Map<String, String> headers, byte[] body) {
        SdkHttpRequest.Builder request = SdkHttpRequest.builder()
                .method(method)
                .uri(endpoint)
                .encodedPath(path)
                .putHeader("Content-Length", String.valueOf(body.length));
        headers.forEach(request::putHeader);
        SignedRequest signed = SIGNER.sign(sign -> sign.identity(credentials)
                .request(request.build())
                .payload(() -> new ByteArrayInputStream(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, method != SdkHttpMethod.PUT));
        try {
            HttpExecuteResponse response = transport
                    .prepareRequest(HttpExecuteRequest.builder()
                            .request(signed.request())
                            .contentStreamProvider(() -> new ByteArrayInputStream(body))
                            .build())
                    .call();
            return accepted(response);
        } catch (IOException e) {
            throw SdkClientException.create(String.valueOf(e.getMessage()), e);
        }
    }

    private static JsonNode accepted(HttpExecuteResponse response) throws IOException {
        byte[] body = body(response.responseBody());
        JsonNode json = JsonDocument.read(body).orElseGet(JsonDocument::object);
        if (response.httpResponse().isSuccessful()) {
            return json;
        }
        String type = response.httpResponse()
                .firstMatchingHeader("x-amzn-ErrorType")
                .orElseGet(() -> json.path("__type").asText(""));
        throw AwsServiceException.builder()
                .statusCode(response.httpResponse().statusCode())
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(type.replaceFirst(":.*", "").replaceFirst("^.*#", ""))
                        .errorMessage(
                                json.path("Message").asText(json.path("message").asText("")))
                        .build())
                .build();
    }

    private static byte[] body(Optional<AbortableInputStream> stream) throws IOException {
        if (stream.isEmpty()) {
            return new byte[0];
        }
        try (InputStream content = stream.get()) {
            return content.readNBytes(LARGEST_RESPONSE);
        }
    }
}
