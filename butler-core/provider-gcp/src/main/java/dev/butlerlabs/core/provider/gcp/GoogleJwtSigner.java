package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Signs JSON Web Tokens with the key of a service account (RS256). Pure: the same account, time and audience give the same token. */
record GoogleJwtSigner(GoogleCredentials.ServiceAccount account) {
    /** The maximum that Google accepts. */
    static final Duration LIFETIME = Duration.ofHours(1);

    static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";

    /**
     * Returns a token.
     *
     * @param audience the token endpoint, for a token to be exchanged; empty for a token that is sent to the APIs themselves
     */
    String sign(Instant now, Optional<String> audience) {
        ObjectNode header =
                JsonDocument.object().put("alg", "RS256").put("typ", "JWT").put("kid", account.keyId());
        ObjectNode claims = JsonDocument.object()
                .put("iss", account.email())
                .put("sub", account.email())
                .put("scope", SCOPE)
                .put("iat", now.getEpochSecond())
                .put("exp", now.plus(LIFETIME).getEpochSecond());
        audience.ifPresent(uri -> claims.put("aud", uri));
        String content = encoded(JsonDocument.bytes(header)) + "." + encoded(JsonDocument.bytes(claims));
        return content + "." + encoded(signature(content));
    }

    private byte[] signature(String content) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(account.key());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The key of the service account %s cannot sign.".formatted(account.email()),
                    "Create a new key for the service account.");
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
