package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The signing keys of a provider (RFC 7517).
 *
 * @param keys the keys that can verify tokens
 * @param problems the keys that cannot
 */
public record JsonWebKeys(List<JsonWebKey> keys, List<InputProblem> problems) {
    /** Signature algorithms with a public key. */
    static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

    private static final Set<String> CURVES = Set.of("P-256", "P-384", "P-521", "Ed25519", "Ed448");
    private static final int SMALLEST_RSA_BYTES = 256;

    public JsonWebKeys {
        keys = List.copyOf(keys);
        problems = List.copyOf(problems);
    }

    /** Returns the number of keys that can verify tokens. */
    public int usable() {
        return keys.size();
    }

    /**
     * Returns the keys of a document.
     *
     * @throws ButlerException of kind INVALID if no key can verify tokens, with the problem of each
     */
    static JsonWebKeys parse(String address, JsonNode document) {
        List<InputProblem> problems = new ArrayList<>();
        List<JsonWebKey> usable = new ArrayList<>();
        int index = 0;
        for (JsonNode key : document.path("keys")) {
            Optional<String> problem = problem(key);
            String path = "keys[%d]".formatted(index++);
            problem.ifPresent(found -> problems.add(new InputProblem(path, found)));
            if (problem.isEmpty()) {
                usable.add(JsonWebKey.of(key));
            }
        }
        if (usable.isEmpty()) {
            throw ButlerException.invalid("%s contains no key that can verify tokens.".formatted(address), problems);
        }
        return new JsonWebKeys(usable, problems);
    }

    private static Optional<String> problem(JsonNode key) {
        if (key.has("d") || key.has("k")) {
            return Optional.of("is a private or symmetric key, which a provider must not publish");
        }
        if (!key.path("use").asText("sig").equals("sig")) {
            return Optional.of("is not a signing key");
        }
        if (key.has("alg") && !ALGORITHMS.contains(key.path("alg").asText())) {
            return Optional.of("algorithm \"%s\" is not supported"
                    .formatted(key.path("alg").asText()));
        }
        return switch (key.path("kty").asText()) {
            case "RSA" -> rsaProblem(key);
            case "EC" -> curveProblem(key, List.of("x", "y"));
            case "OKP" -> curveProblem(key, List.of("x"));
            default ->
                Optional.of("key type \"%s\" is not supported"
                        .formatted(key.path("kty").asText()));
        };
    }

    private static Optional<String> rsaProblem(JsonNode key) {
        Optional<byte[]> modulus = bytes(key, "n");
        if (modulus.isEmpty() || bytes(key, "e").isEmpty()) {
            return Optional.of("has no valid modulus or exponent");
        }
        return modulus.get().length < SMALLEST_RSA_BYTES
                ? Optional.of("the RSA key has fewer than 2048 bits")
                : Optional.empty();
    }

    private static Optional<String> curveProblem(JsonNode key, List<String> coordinates) {
        if (!CURVES.contains(key.path("crv").asText())) {
            return Optional.of(
                    "curve \"%s\" is not supported".formatted(key.path("crv").asText()));
        }
        return coordinates.stream().allMatch(name -> bytes(key, name).isPresent())
                ? Optional.empty()
                : Optional.of("has no valid coordinates");
    }

    private static Optional<byte[]> bytes(JsonNode key, String field) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(key.path(field).asText()))
                    .filter(decoded -> decoded.length > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
