package dev.butlerlabs.core.embedded.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.identity.RequestUser;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Issues and verifies the tokens of service accounts. A token is valid until it expires, its account or the object that it is bound to is
 * deleted, or the server ends: the key is never stored. Thread-safe.
 */
public final class ServiceAccountTokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";
    private static final String PRIVATE_CLAIM = "kubernetes.io";
    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final ObjectRegistry registry;
    private final SecretKeySpec key;

    public ServiceAccountTokens(ObjectRegistry registry, SecureRandom random) {
        this.registry = registry;
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /**
     * Issues a token.
     *
     * @param bound a Secret in the namespace of the account with which the token becomes invalid
     */
    public String issue(KubernetesObject account, Optional<KubernetesObject> bound, Instant now, Instant expiry) {
        ObjectNode claims = JsonCodec.object();
        claims.put("iss", ISSUER);
        claims.put(
                "sub",
                RequestUser.serviceAccount(account.namespace(), account.name()).user());
        claims.putArray("aud").add(ISSUER);
        claims.put("iat", now.getEpochSecond());
        claims.put("nbf", now.getEpochSecond());
        claims.put("exp", expiry.getEpochSecond());
        ObjectNode kubernetes = claims.putObject(PRIVATE_CLAIM);
        kubernetes.put("namespace", account.namespace());
        putReference(kubernetes.putObject("serviceaccount"), account);
        bound.ifPresent(secret -> putReference(kubernetes.putObject("secret"), secret));
        String content = encoded(JsonCodec.object().put("alg", "HS256").put("typ", "JWT")) + "." + encoded(claims);
        return content + "." + ENCODER.encodeToString(signature(content));
    }

    private static void putReference(ObjectNode reference, KubernetesObject object) {
        reference.put("name", object.name());
        reference.put("uid", object.uid());
    }

    private static String encoded(ObjectNode tree) {
        return ENCODER.encodeToString(JsonCodec.write(tree));
    }

    private byte[] signature(String content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(content.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the service account of an Authorization header; empty if its token was not issued here or is no longer valid. */
    public Optional<RequestUser> user(String authorization, Instant now) {
        String token =
                authorization.startsWith("Bearer ") ? authorization.substring(7).strip() : "";
        int end = token.lastIndexOf('.');
        if (end < 0 || !isSigned(token.substring(0, end), token.substring(end + 1))) {
            return Optional.empty();
        }
        String claims = token.substring(token.indexOf('.') + 1, end);
        return Optional.of(JsonCodec.read(Base64.getUrlDecoder().decode(claims)))
                .filter(found -> now.getEpochSecond() < found.path("exp").asLong())
                .map(found -> found.path(PRIVATE_CLAIM))
                .filter(this::isPresent)
                .map(found -> RequestUser.serviceAccount(
                        found.path("namespace").asText(),
                        found.path("serviceaccount").path("name").asText()));
    }

    private boolean isSigned(String content, String signature) {
        return MessageDigest.isEqual(
                ENCODER.encodeToString(signature(content)).getBytes(StandardCharsets.US_ASCII),
                signature.getBytes(StandardCharsets.UTF_8));
    }

    private boolean isPresent(JsonNode claim) {
        String namespace = claim.path("namespace").asText();
        return isPresent("serviceaccounts", namespace, claim.path("serviceaccount"))
                && (!claim.has("secret") || isPresent("secrets", namespace, claim.path("secret")));
    }

    private boolean isPresent(String plural, String namespace, JsonNode reference) {
        return find(plural, namespace, reference.path("name").asText())
                .filter(object -> object.uid().equals(reference.path("uid").asText()))
                .isPresent();
    }

    /** Returns the Secret that a token is to be bound to. */
    public Optional<KubernetesObject> secret(String namespace, String name) {
        return find("secrets", namespace, name);
    }

    private Optional<KubernetesObject> find(String plural, String namespace, String name) {
        ServedResource resource = registry.catalog().find(CORE, plural).orElseThrow();
        return registry.find(new ObjectKey(resource, namespace, name))
                .map(entry -> KubernetesObject.parse(entry.value()));
    }
}
