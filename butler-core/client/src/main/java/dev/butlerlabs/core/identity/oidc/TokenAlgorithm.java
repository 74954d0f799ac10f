package dev.butlerlabs.core.identity.oidc;

import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Optional;

/**
 * The accepted signature algorithms of tokens (RFC 7518). Only algorithms with a public key are accepted: {@code none} proves nothing, and
 * with {@code HS256} anyone who has the public key could sign.
 */
enum TokenAlgorithm {
    RS256("RSA", "", "SHA256withRSA", "", 0),
    RS384("RSA", "", "SHA384withRSA", "", 0),
    RS512("RSA", "", "SHA512withRSA", "", 0),
    PS256("RSA", "", "RSASSA-PSS", "SHA-256", 32),
    PS384("RSA", "", "RSASSA-PSS", "SHA-384", 48),
    PS512("RSA", "", "RSASSA-PSS", "SHA-512", 64),
    ES256("EC", "P-256", "SHA256withECDSAinP1363Format", "", 0),
    ES384("EC", "P-384", "SHA384withECDSAinP1363Format", "", 0),
    ES512("EC", "P-521", "SHA512withECDSAinP1363Format", "", 0),
    EDDSA("OKP", "", "EdDSA", "", 0);

    private final String keyType;
    private final String curve;
    private final String javaName;
    private final String pssDigest;
    private final int pssSaltBytes;

    TokenAlgorithm(String keyType, String curve, String javaName, String pssDigest, int pssSaltBytes) {
        this.keyType = keyType;
        this.curve = curve;
        this.javaName = javaName;
        this.pssDigest = pssDigest;
        this.pssSaltBytes = pssSaltBytes;
    }

    /** Returns the algorithm that a token names; empty if it is not accepted. */
    static Optional<TokenAlgorithm> find(String name) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.wireName().equals(name))
                .findFirst();
    }

    private String wireName() {
        return this == EDDSA ? "EdDSA" : name();
    }

    /** Returns whether a key may be used: a key of another type or for another algorithm must not be. */
    boolean accepts(JsonWebKey key) {
        return key.type().equals(keyType)
                && (curve.isEmpty() || key.curve().equals(Optional.of(curve)))
                && key.algorithm().map(wireName()::equals).orElse(true);
    }

    boolean verifies(JsonWebKey key, byte[] signed, byte[] signature) {
        try {
            Signature verification = Signature.getInstance(javaName);
            if (!pssDigest.isEmpty()) {
                verification.setParameter(pss());
            }
            verification.initVerify(key.publicKey());
            verification.update(signed);
            return verification.verify(signature);
        } catch (GeneralSecurityException e) {
            // A malformed signature or key, as far as the token is concerned the same as a wrong one.
            return false;
        }
    }

    private PSSParameterSpec pss() {
        return new PSSParameterSpec(
                pssDigest, "MGF1", new MGF1ParameterSpec(pssDigest), pssSaltBytes, PSSParameterSpec.TRAILER_FIELD_BC);
    }
}
