package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/**
 * A public signing key (RFC 7517, RFC 7518, RFC 8037). The fields were checked by {@link JsonWebKeys}.
 *
 * @param id the name by which tokens refer to the key
 * @param algorithm the only algorithm for which the key may be used; empty if it is not limited
 * @param type {@code RSA}, {@code EC} or {@code OKP}
 * @param curve the name of the curve; empty for RSA
 */
public record JsonWebKey(
        Optional<String> id, Optional<String> algorithm, String type, Optional<String> curve, JsonNode fields) {
    public JsonWebKey {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(curve, "curve");
        Objects.requireNonNull(fields, "fields");
    }

    static JsonWebKey of(JsonNode key) {
        return new JsonWebKey(
                text(key, "kid"), text(key, "alg"), key.path("kty").asText(), text(key, "crv"), key);
    }

    private static Optional<String> text(JsonNode key, String field) {
        return Optional.ofNullable(key.path(field).textValue());
    }

    /**
     * Returns the key for the security providers of Java.
     *
     * @throws GeneralSecurityException if the numbers are not a key of the type
     */
    PublicKey publicKey() throws GeneralSecurityException {
        return switch (type) {
            case "RSA" -> KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(number("n"), number("e")));
            case "EC" -> ellipticCurve();
            default -> edwardsCurve();
        };
    }

    private PublicKey ellipticCurve() throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(
                new ECGenParameterSpec("secp%sr1".formatted(curve.orElseThrow().substring(2))));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(
                        new ECPoint(number("x"), number("y")), parameters.getParameterSpec(ECParameterSpec.class)));
    }

    /** The number is little-endian; its highest bit is the sign of the other coordinate (RFC 8032). */
    private PublicKey edwardsCurve() throws GeneralSecurityException {
        byte[] bytes = bytes("x");
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        boolean odd = (reversed[0] & 0x80) != 0;
        reversed[0] &= 0x7f;
        return KeyFactory.getInstance("EdDSA")
                .generatePublic(new EdECPublicKeySpec(
                        new NamedParameterSpec(curve.orElseThrow()), new EdECPoint(odd, new BigInteger(1, reversed))));
    }

    private BigInteger number(String field) {
        return new BigInteger(1, bytes(field));
    }

    private byte[] bytes(String field) {
        return Base64.getUrlDecoder().decode(fields.path(field).asText());
    }
}
