package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** Credentials as in the JSON files of Google. The {@code toString} of both types contains no secret. */
sealed interface GoogleCredentials {
    String DEFAULT_TOKEN_URI = "https://oauth2.googleapis.com/token";

    /** Returns where the credentials are exchanged for an access token. */
    URI tokenUri();

    /** Returns the texts that must not appear in messages. */
    List<SensitiveText> secrets();

    /** A service account with its private key. */
    record ServiceAccount(String email, String keyId, PrivateKey key, URI tokenUri, SensitiveText keyText)
            implements GoogleCredentials {
        @Override
        public List<SensitiveText> secrets() {
            return List.of(keyText);
        }

        @Override
        public String toString() {
            return "ServiceAccount[" + email + "]";
        }
    }

    /** A user who logged in with gcloud. */
    record AuthorizedUser(String clientId, SensitiveText clientSecret, SensitiveText refreshToken, URI tokenUri)
            implements GoogleCredentials {
        @Override
        public List<SensitiveText> secrets() {
            return List.of(clientSecret, refreshToken);
        }

        @Override
        public String toString() {
            return "AuthorizedUser";
        }
    }

    /**
     * Parses a key of a service account or the credentials of a user.
     *
     * @throws ButlerException with INVALID_INPUT if the text is neither; the message contains nothing of the text
     */
    static GoogleCredentials parse(SensitiveText text) {
        JsonNode json = JsonDocument.read(text.value().getBytes(StandardCharsets.UTF_8))
                .filter(JsonNode::isObject)
                .orElseThrow(() -> unusable("is not a JSON object"));
        return switch (json.path("type").asText("")) {
            case "service_account" -> serviceAccount(json);
            case "authorized_user" ->
                new AuthorizedUser(
                        require(json, "client_id"),
                        new SensitiveText(require(json, "client_secret")),
                        new SensitiveText(require(json, "refresh_token")),
                        tokenUri(json));
            default -> throw unusable("has neither the type service_account nor authorized_user");
        };
    }

    private static ServiceAccount serviceAccount(JsonNode json) {
        String pem = require(json, "private_key");
        return new ServiceAccount(
                require(json, "client_email"),
                require(json, "private_key_id"),
                privateKey(pem),
                tokenUri(json),
                new SensitiveText(pem));
    }

    private static String require(JsonNode json, String field) {
        return JsonDocument.text(json, "/" + field).orElseThrow(() -> unusable("has no field " + field));
    }

    private static URI tokenUri(JsonNode json) {
        String text = json.path("token_uri").asText(DEFAULT_TOKEN_URI);
        try {
            URI uri = URI.create(text);
            boolean local = "http".equals(uri.getScheme())
                    && uri.getHost() != null
                    && (uri.getHost().startsWith("127.") || uri.getHost().equals("localhost"));
            if (uri.getHost() != null && ("https".equals(uri.getScheme()) || local)) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // Rejected below, like any other URL that is not usable.
        }
        throw unusable("has a token_uri that is not an https URL");
    }

    private static PrivateKey privateKey(String pem) {
        try {
            String encoded = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            return KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(encoded)));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            throw unusable("has a private_key that is not an RSA key in PKCS #8");
        }
    }

    private static ButlerException unusable(String problem) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "the Google Cloud key " + problem,
                "Use the JSON key of a service account, as created by gcloud iam service-accounts keys create.");
    }
}
