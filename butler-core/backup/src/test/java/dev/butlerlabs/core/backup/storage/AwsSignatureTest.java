package dev.butlerlabs.core.backup.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The examples that AWS publishes for S3. */
class AwsSignatureTest {
    private static final S3Settings SETTINGS = new S3Settings(
            Optional.empty(),
            "us-east-1",
            "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            Optional.empty());
    private static final Instant TIME = Instant.parse("2013-05-24T00:00:00Z");

    @Test
    void signsARange() {
        assertThat(signature("/test.txt", Map.of("range", "bytes=0-9")))
                .isEqualTo("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void signsAQuery() {
        assertThat(signature("/?lifecycle=", Map.of()))
                .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
        assertThat(signature("/?max-keys=2&prefix=J", Map.of()))
                .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void theSecretKeyIsNotPrinted() {
        assertThat(SETTINGS.toString()).doesNotContain("wJalr", "AKIA");
    }

    private static String signature(String path, Map<String, String> headers) {
        String authorization = AwsSignature.sign(
                        SETTINGS,
                        "GET",
                        URI.create("https://examplebucket.s3.amazonaws.com" + path),
                        new byte[0],
                        headers,
                        TIME)
                .get("authorization");
        return authorization.substring(authorization.indexOf("Signature=") + "Signature=".length());
    }
}
