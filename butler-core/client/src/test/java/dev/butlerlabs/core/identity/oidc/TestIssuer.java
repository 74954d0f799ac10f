package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.Map;

/** Signs tokens with a key of its own. */
public final class TestIssuer {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, String> JAVA_NAMES = Map.of(
            "RS256", "SHA256withRSA",
            "PS256", "RSASSA-PSS",
            "ES256", "SHA256withECDSAinP1363Format",
            "ES384", "SHA384withECDSAinP1363Format",
            "EdDSA", "EdDSA");

    private final String algorithm;
    private final String keyId;
    private final KeyPair keys;

    private TestIssuer(String algorithm, String keyId, KeyPair keys) {
        this.algorithm = algorithm;
        this.keyId = keyId;
        this.keys = keys;
    }

    public static TestIssuer with(String algorithm, String keyId) throws GeneralSecurityException {
        return new TestIssuer(algorithm, keyId, generate(algorithm));
    }

    private static KeyPair generate(String algorithm) throws GeneralSecurityException {
        if (algorithm.startsWith("ES")) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp%sr1".formatted(algorithm.substring(2))));
            return generator.generateKeyPair();
        }
        if (algorithm.equals("EdDSA")) {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    public JsonWebKeys published() {
        return JsonWebKeys.parse(
                "keys",
                JSON.createObjectNode().set("keys", JSON.createArrayNode().add(key())));
    }

    ObjectNode key() {
        ObjectNode key =
                JSON.createObjectNode().put("kid", keyId).put("alg", algorithm).put("use", "sig");
        switch (keys.getPublic()) {
            case RSAPublicKey rsa ->
                key.put("kty", "RSA").put("n", text(rsa.getModulus())).put("e", text(rsa.getPublicExponent()));
            case ECPublicKey curve ->
                key.put("kty", "EC")
                        .put("crv", "P-" + algorithm.substring(2))
                        .put("x", text(curve.getW().getAffineX()))
                        .put("y", text(curve.getW().getAffineY()));
            case EdECPublicKey edwards ->
                key.put("kty", "OKP").put("crv", "Ed25519").put("x", text(point(edwards)));
            default -> throw new AssertionError(keys.getPublic().getAlgorithm());
        }
        return key;
    }

    /** The last bytes of the encoded key are the point. */
    private static byte[] point(EdECPublicKey key) {
        byte[] encoded = key.getEncoded();
        byte[] point = new byte[32];
        System.arraycopy(encoded, encoded.length - point.length, point, 0, point.length);
        return point;
    }

    private static String text(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int leading = bytes[0] == 0 ? 1 : 0;
        byte[] magnitude = new byte[bytes.length - leading];
        System.arraycopy(bytes, leading, magnitude, 0, magnitude.length);
        return text(magnitude);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public String sign(Map<String, Object> claims) throws GeneralSecurityException, IOException {
        return sign(Map.of("alg", algorithm, "kid", keyId), claims);
    }

    String sign(Map<String, Object> header, Map<String, Object> claims) throws GeneralSecurityException, IOException {
        String signed = unsigned(header, claims);
        Signature signature = Signature.getInstance(JAVA_NAMES.get(algorithm));
        if (algorithm.equals("PS256")) {
            signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
        }
        signature.initSign(keys.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + text(signature.sign());
    }

    static String unsigned(Map<String, Object> header, Map<String, Object> claims) throws IOException {
        return text(JSON.writeValueAsBytes(header)) + "." + text(JSON.writeValueAsBytes(claims));
    }

    byte[] publicKeyBytes() {
        return keys.getPublic().getEncoded();
    }
}
