package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A token in the compact form of RFC 7515, split but not verified. */
final class SignedToken {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final int LONGEST = 64 * 1024;
    private static final int PARTS = 3;

    private final JsonNode header;
    private final JsonNode claims;
    private final byte[] signed;
    private final byte[] signature;

    private SignedToken(JsonNode header, JsonNode claims, byte[] signed, byte[] signature) {
        this.header = header;
        this.claims = claims;
        this.signed = signed;
        this.signature = signature;
    }

    /**
     * Returns the parts of a token.
     *
     * @throws ButlerException if it is not a signed token; the message contains nothing of it
     */
    static SignedToken parse(String token) {
        String[] parts = token.length() > LONGEST ? new String[0] : token.split("\\.", -1);
        if (parts.length != PARTS) {
            throw malformed();
        }
        return new SignedToken(
                object(parts[0]),
                object(parts[1]),
                (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII),
                decode(parts[2]));
    }

    private static JsonNode object(String part) {
        try {
            JsonNode document = JSON.readTree(decode(part));
            if (document.isObject()) {
                return document;
            }
        } catch (JsonProcessingException e) {
            throw malformed();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "Cannot read a token.", e);
        }
        throw malformed();
    }

    private static byte[] decode(String part) {
        try {
            return Base64.getUrlDecoder().decode(part);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    private static ButlerException malformed() {
        return new ButlerException(ErrorCode.LOGIN_REJECTED, "The ID token of the provider is not a signed token.");
    }

    JsonNode header() {
        return header;
    }

    JsonNode claims() {
        return claims;
    }

    boolean isSignedBy(JsonWebKey key, TokenAlgorithm algorithm) {
        return algorithm.accepts(key) && algorithm.verifies(key, signed, signature);
    }
}
