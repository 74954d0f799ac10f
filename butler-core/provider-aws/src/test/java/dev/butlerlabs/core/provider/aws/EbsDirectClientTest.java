package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;

class EbsDirectClientTest {
    private final ScriptedTransport transport = new ScriptedTransport();

    private EbsDirectClient client(String region) {
        AwsSettings settings = new AwsSettings(
                region,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                "self",
                Architecture.AMD64,
                true,
                false);
        return new EbsDirectClient(transport, settings, AwsSessionCredentials.create("AKIA", "secret", "session"));
    }

    @ParameterizedTest
    @CsvSource({
        "eu-central-1, ebs.eu-central-1.amazonaws.com",
        "us-gov-west-1, ebs.us-gov-west-1.amazonaws.com",
        "cn-north-1, ebs.cn-north-1.amazonaws.com.cn"
    })
    void theEndpointIsThatOfTheRegion(String region, String host) {
        client(region).start(8, Map.of("a", "b"), "Talos", "token");
        SdkHttpRequest request = transport.requests.getFirst();
        assertThat(request.getUri()).hasToString("https://" + host + "/snapshots");
        assertThat(header(request, "Authorization"))
                .contains("/" + region + "/ebs/aws4_request")
                .doesNotContain("secret");
        assertThat(header(request, "X-Amz-Security-Token")).isEqualTo("session");
    }

    @Test
    void aSnapshotHasItsTagsFromItsStartOn() {
        assertThat(client("eu-central-1").start(8, Map.of("a", "b"), "Talos", "token"))
                .isEqualTo("snap-1");
        assertThat(transport.bodies.getFirst())
                .isEqualTo(
                        "{\"VolumeSize\":8,\"Description\":\"Talos\",\"ClientToken\":\"token\",\"Tags\":[{\"Key\":\"a\",\"Value\":\"b\"}]}");
    }

    /** AWS rejects the signature of a block otherwise. */
    @Test
    void theContentOfABlockIsNotSigned() {
        client("eu-central-1").put("snap-1", 7, new byte[EbsDirectClient.BLOCK], "checksum");
        SdkHttpRequest request = transport.requests.getFirst();
        assertThat(request.method()).hasToString("PUT");
        assertThat(request.encodedPath()).isEqualTo("/snapshots/snap-1/blocks/7");
        assertThat(header(request, "x-amz-content-sha256")).isEqualTo("UNSIGNED-PAYLOAD");
        assertThat(header(request, "x-amz-Data-Length")).isEqualTo("524288");
        assertThat(header(request, "x-amz-Checksum")).isEqualTo("checksum");
        assertThat(header(request, "x-amz-Checksum-Algorithm")).isEqualTo("SHA256");
    }

    @Test
    void aSnapshotIsSealedWithTheNumberOfItsBlocks() {
        client("eu-central-1").complete("snap-1", 3, "checksum");
        SdkHttpRequest request = transport.requests.getFirst();
        assertThat(request.encodedPath()).isEqualTo("/snapshots/completion/snap-1");
        assertThat(header(request, "x-amz-ChangedBlocksCount")).isEqualTo("3");
        assertThat(header(request, "x-amz-Checksum-Aggregation-Method")).isEqualTo("LINEAR");
        assertThat(header(request, "Content-Type")).isEqualTo("application/json");
    }

    @ParameterizedTest
    @CsvSource({
        "400, RequestThrottledException, THROTTLED",
        "400, ConcurrentLimitExceededException, THROTTLED",
        "400, ValidationException, PROVIDER",
        "402, ServiceQuotaExceededException, QUOTA",
        "403, AccessDeniedException, FORBIDDEN",
        "404, ResourceNotFoundException:http://internal.amazon.com/, NOT_FOUND",
        "500, InternalServerException, PROVIDER_TROUBLED"
    })
    void errorsAreClassified(int status, String type, ErrorCode code) {
        transport.status = status;
        transport.error = Optional.of(type);
        ButlerException failure = catchThrowableOfType(
                ButlerException.class, () -> client("eu-central-1").complete("snap-1", 1, "checksum"));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure)
                .hasMessageContaining("complete the snapshot snap-1")
                .hasMessageContaining(type.replaceFirst(":.*", ""));
    }

    @Test
    void aBrokenConnectionIsReported() {
        transport.breaks = true;
        assertThat(catchThrowableOfType(
                                ButlerException.class,
                                () -> client("eu-central-1").complete("snap-1", 1, "checksum"))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
    }

    private static String header(SdkHttpRequest request, String name) {
        return request.firstMatchingHeader(name).orElse("");
    }

    /** Records requests and returns one response. */
    private static final class ScriptedTransport implements SdkHttpClient {
        private final List<SdkHttpRequest> requests = new ArrayList<>();
        private final List<String> bodies = new ArrayList<>();
        private int status = 201;
        private Optional<String> error = Optional.empty();
        private boolean breaks;

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            requests.add(request.httpRequest());
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    if (breaks) {
                        throw new IOException("connection reset");
                    }
                    bodies.add(new String(
                            request.contentStreamProvider()
                                    .orElseThrow()
                                    .newStream()
                                    .readAllBytes(),
                            StandardCharsets.UTF_8));
                    return response();
                }

                @Override
                public void abort() {
                    // Nothing is running.
                }
            };
        }

        private HttpExecuteResponse response() {
            SdkHttpFullResponse.Builder response = SdkHttpFullResponse.builder().statusCode(status);
            error.ifPresent(type -> response.putHeader("x-amzn-ErrorType", type));
            String body = error.isPresent() ? "{\"Message\":\"no\"}" : "{\"SnapshotId\":\"snap-1\"}";
            return HttpExecuteResponse.builder()
                    .response(response.build())
                    .responseBody(AbortableInputStream.create(
                            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                    .build();
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }
}
