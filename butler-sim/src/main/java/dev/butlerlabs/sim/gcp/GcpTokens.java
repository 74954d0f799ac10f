package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The service account and its access tokens: tokens that it signs itself, and tokens that the token endpoint issues. */
final class GcpTokens {
    static final String PATH = "/token";
    static final String METADATA_PATH = "/computeMetadata/v1/instance/service-accounts/default/token";

    private static final String EMAIL = "butler@%s.iam.gserviceaccount.com".formatted(GcpCatalog.PROJECT);
    private static final String KEY_ID = "0123456789abcdef0123456789abcdef01234567";
    private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    /** The audience that clients of Google name wherever the token endpoint is. */
    private static final String GOOGLE = "https://oauth2.googleapis.com/token";

    private static final long LIFETIME = 3600;
    private static final long SKEW = 300;
    private static final KeyPair KEYS = keys();

    private final Map<String, Instant> issued = new ConcurrentHashMap<>();

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has RSA", e);
        }
    }

    /** Returns the JSON key of the service account. */
    static String key(String server) {
        String encoded = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(KEYS.getPrivate().getEncoded());
        return GcpJson.text(GcpJson.object()
                .put("type", "service_account")
                .put("project_id", GcpCatalog.PROJECT)
                .put("private_key_id", KEY_ID)
                .put("private_key", "-----BEGIN PRIVATE KEY-----\n" + encoded + "\n-----END PRIVATE KEY-----\n")
                .put("client_email", EMAIL)
                .put("client_id", "100000000000000000001")
                .put("token_uri", server + PATH)
                .put("universe_domain", "googleapis.com"));
    }

    /** @throws GcpApiError if the request has no valid token */
    void require(HttpApiRequest request) {
        String token = request.header("Authorization")
                .filter(header -> header.startsWith("Bearer "))
                .map(header -> header.substring("Bearer ".length()))
                .orElse("");
        boolean valid = Optional.ofNullable(issued.get(token))
                        .filter(expiry -> expiry.isAfter(Instant.now()))
                        .isPresent()
                || isSigned(token, Optional.empty());
        if (!valid) {
            throw unauthenticated();
        }
    }

    static GcpApiError unauthenticated() {
        return new GcpApiError(
                401,
                "authError",
                "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.");
    }

    /** Verifies signature, key, subject, lifetime and audience of a token. */
    private static boolean isSigned(String token, Optional<String> audience) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(KEYS.getPublic());
            signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            ObjectNode header = GcpJson.parse(decoded(parts[0]));
            ObjectNode claims = GcpJson.parse(decoded(parts[1]));
            return signature.verify(decoded(parts[2]))
                    && header.path("alg").asText("").equals("RS256")
                    && header.path("kid").asText("").equals(KEY_ID)
                    && claims.path("iss").asText("").equals(EMAIL)
                    && claims.path("sub").asText(EMAIL).equals(EMAIL)
                    && isCurrent(claims)
                    && isMeant(claims, audience);
        } catch (GeneralSecurityException | IllegalArgumentException | GcpApiError _) {
            return false;
        }
    }

    private static byte[] decoded(String text) {
        return Base64.getUrlDecoder().decode(text);
    }

    private static boolean isCurrent(ObjectNode claims) {
        long now = Instant.now().getEpochSecond();
        long from = claims.path("iat").asLong(0);
        long until = claims.path("exp").asLong(0);
        return from <= now + SKEW && until >= now - SKEW && until - from <= LIFETIME;
    }

    private static boolean isMeant(ObjectNode claims, Optional<String> audience) {
        String scope = claims.path("scope").asText("");
        boolean scoped = scope.contains("/auth/cloud-platform") || scope.contains("/auth/compute");
        String stated = claims.path("aud").asText("");
        return audience.map(expected -> scoped && (stated.equals(expected) || stated.equals(GOOGLE)))
                .orElse(scoped || stated.startsWith("https://compute.googleapis.com"));
    }

    /** Exchanges a signed assertion for a token. */
    HttpApiResponse exchange(HttpApiRequest request, String server) {
        Map<String, String> form = form(request.text());
        if (!GRANT.equals(form.get("grant_type"))) {
            return refused("unsupported_grant_type", "Invalid grant_type: " + form.get("grant_type"));
        }
        return isSigned(form.getOrDefault("assertion", ""), Optional.of(server + PATH))
                ? token()
                : refused("invalid_grant", "Invalid JWT Signature.");
    }

    /** Answers as the metadata server of a machine. */
    HttpApiResponse metadata(HttpApiRequest request) {
        return request.header("Metadata-Flavor").filter("Google"::equals).isPresent()
                ? token()
                : HttpApiResponse.of(403, "text/html", "Missing Metadata-Flavor:Google header.");
    }

    private HttpApiResponse token() {
        String token = "ya29.simulated-" + UUID.randomUUID();
        issued.put(token, Instant.now().plusSeconds(LIFETIME));
        return HttpApiResponse.json(
                200,
                GcpJson.text(GcpJson.object()
                        .put("access_token", token)
                        .put("expires_in", LIFETIME - 1)
                        .put("token_type", "Bearer")));
    }

    private static HttpApiResponse refused(String error, String description) {
        return HttpApiResponse.json(
                400, GcpJson.text(GcpJson.object().put("error", error).put("error_description", description)));
    }

    private static Map<String, String> form(String text) {
        Map<String, String> form = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            form.put(decode(sides[0]), sides.length > 1 ? decode(sides[1]) : "");
        }
        return form;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
