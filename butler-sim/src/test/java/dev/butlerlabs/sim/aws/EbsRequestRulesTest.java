package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the simulated EBS direct API rejects. */
class EbsRequestRulesTest {
    private static final Pattern ID = Pattern.compile("\"SnapshotId\":\"(snap-[0-9a-f]+)\"");

    private final AwsRegionState cloud = new AwsRegionState(SimulationOptions.standard(), Duration.ZERO);
    private final EbsApi api = new EbsApi(cloud);
    private final byte[] block = new byte[EbsSnapshot.BLOCK];

    @AfterEach
    void close() {
        cloud.close();
    }

    private HttpApiResponse send(String method, String path, Map<String, String> headers, byte[] body) {
        Map<String, List<String>> all = new HashMap<>();
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        try {
            return api.answer(new HttpApiRequest(method, URI.create(path), all, body));
        } catch (AwsErrorResponse refusal) {
            return EbsApi.error(refusal);
        }
    }

    private HttpApiResponse start(String body) {
        return send("POST", "/snapshots", Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    private String started(String body) {
        HttpApiResponse response = start(body);
        Matcher id = ID.matcher(new String(response.body(), StandardCharsets.UTF_8));
        assertThat(response.status()).isEqualTo(201);
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    private HttpApiResponse put(String snapshot, int index, Map<String, String> changed, byte[] content) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "x-amz-Data-Length",
                "524288",
                "x-amz-Checksum",
                EbsSnapshot.checksum(content),
                "x-amz-Checksum-Algorithm",
                "SHA256"));
        headers.putAll(changed);
        return send("PUT", "/snapshots/%s/blocks/%d".formatted(snapshot, index), headers, content);
    }

    private HttpApiResponse complete(String snapshot, Map<String, String> headers) {
        return send("POST", "/snapshots/completion/" + snapshot, headers, new byte[0]);
    }

    private static void assertRejected(HttpApiResponse response, int status, String type) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.headers()).containsEntry("x-amzn-ErrorType", type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"VolumeSize\":0}",
                "{\"VolumeSize\":65537}",
                "{\"VolumeSize\":1,\"Timeout\":5}",
                "{\"VolumeSize\":1,\"Size\":1}",
                "not JSON"
            })
    void wrongSnapshotsAreRejected(String body) {
        assertRejected(start(body), 400, "ValidationException");
    }

    @Test
    void aTokenReturnsTheSameSnapshotForTheSameRequestOnly() {
        String body = "{\"VolumeSize\":1,\"ClientToken\":\"t\"}";
        assertThat(started(body)).isEqualTo(started(body));
        assertRejected(start("{\"VolumeSize\":2,\"ClientToken\":\"t\"}"), 409, "ConflictException");
    }

    @Test
    void wrongBlocksAreRejected() {
        String snapshot = started("{\"VolumeSize\":1}");
        assertThat(put(snapshot, 2047, Map.of(), block).status()).isEqualTo(201);
        assertRejected(put(snapshot, 2048, Map.of(), block), 400, "ValidationException");
        assertRejected(put(snapshot, 0, Map.of(), new byte[1000]), 400, "ValidationException");
        assertRejected(put(snapshot, 0, Map.of("x-amz-Data-Length", "1000"), block), 400, "ValidationException");
        assertRejected(put(snapshot, 0, Map.of("x-amz-Checksum", "AAAA"), block), 400, "ValidationException");
        assertRejected(put(snapshot, 0, Map.of("x-amz-Checksum-Algorithm", "MD5"), block), 400, "ValidationException");
        assertRejected(put("snap-0123", 0, Map.of(), block), 404, "ResourceNotFoundException");
    }

    @Test
    void aSnapshotIsCompletedWithAllItsBlocksOnly() {
        String snapshot = started("{\"VolumeSize\":1}");
        put(snapshot, 7, Map.of(), block);
        assertRejected(complete(snapshot, Map.of()), 400, "ValidationException");
        assertRejected(complete(snapshot, Map.of("x-amz-ChangedBlocksCount", "2")), 400, "ValidationException");
        assertRejected(
                complete(
                        snapshot,
                        Map.of(
                                "x-amz-ChangedBlocksCount",
                                "1",
                                "x-amz-Checksum",
                                "AAAA",
                                "x-amz-Checksum-Algorithm",
                                "SHA256",
                                "x-amz-Checksum-Aggregation-Method",
                                "LINEAR")),
                400,
                "ValidationException");
        assertThat(complete(snapshot, Map.of("x-amz-ChangedBlocksCount", "1")).status())
                .isEqualTo(202);
        assertRejected(put(snapshot, 8, Map.of(), block), 400, "ValidationException");
    }
}
