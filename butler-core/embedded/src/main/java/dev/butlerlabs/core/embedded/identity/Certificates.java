package dev.butlerlabs.core.embedded.identity;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Generates EC P-256 keys and X.509 v3 certificates with the JDK only. */
final class Certificates {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final Duration LIFETIME = Duration.ofDays(3650);
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    private final SecureRandom random;

    Certificates(SecureRandom random) {
        this.random = random;
    }

    KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    X509Certificate authority(String name, KeyPair key, Instant now) throws GeneralSecurityException {
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, Der.sequence(Der.truth())),
                extension("2.5.29.15", true, Der.bits(1, new byte[] {0x06})),
                subjectKey(key.getPublic()));
        return sign(name, name, key.getPublic(), key, now, extensions);
    }

    /** Issues a serving certificate for localhost. */
    X509Certificate loopbackServer(String authority, String name, PublicKey subjectKey, KeyPair signer, Instant now)
            throws GeneralSecurityException {
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, Der.sequence()),
                extension("2.5.29.15", true, Der.bits(7, new byte[] {(byte) 0x80})),
                extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.1"))),
                subjectKey(subjectKey),
                extension("2.5.29.35", false, Der.sequence(Der.tagged(0x80, keyIdentifier(signer.getPublic())))),
                extension("2.5.29.17", false, loopbackNames()));
        return sign(authority, name, subjectKey, signer, now, extensions);
    }

    private static byte[] loopbackNames() {
        byte[] sixteen = new byte[16];
        sixteen[15] = 1;
        return Der.sequence(
                Der.tagged(0x82, "localhost".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                Der.tagged(0x87, new byte[] {127, 0, 0, 1}),
                Der.tagged(0x87, sixteen));
    }

    private X509Certificate sign(
            String issuer, String subject, PublicKey key, KeyPair signer, Instant now, List<byte[]> extensions)
            throws GeneralSecurityException {
        byte[] algorithm = Der.sequence(Der.identifier(ECDSA_WITH_SHA256));
        byte[] body = Der.sequence(
                Der.tagged(0xa0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(127, random).setBit(126)),
                algorithm,
                distinguishedName(issuer),
                Der.sequence(Der.time(now.minus(CLOCK_SKEW)), Der.time(now.plus(LIFETIME))),
                distinguishedName(subject),
                key.getEncoded(),
                Der.tagged(0xa3, Der.sequence(extensions.toArray(byte[][]::new))));
        return parse(Der.sequence(body, algorithm, Der.bits(0, signature(body, signer.getPrivate()))));
    }

    private byte[] signature(byte[] body, PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key, random);
        signature.update(body);
        return signature.sign();
    }

    private static byte[] distinguishedName(String commonName) {
        return Der.sequence(Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.text(commonName))));
    }

    private static byte[] extension(String identifier, boolean critical, byte[] content) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(Der.identifier(identifier));
        if (critical) {
            parts.add(Der.truth());
        }
        parts.add(Der.octets(content));
        return Der.sequence(parts.toArray(byte[][]::new));
    }

    private static byte[] subjectKey(PublicKey key) throws GeneralSecurityException {
        return extension("2.5.29.14", false, Der.octets(keyIdentifier(key)));
    }

    private static byte[] keyIdentifier(PublicKey key) throws GeneralSecurityException {
        return java.util.Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()), 20);
    }

    private static X509Certificate parse(byte[] encoded) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }
}
