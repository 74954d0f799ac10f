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
final class CertificateGenerator {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final Duration LIFETIME = Duration.ofDays(3650);
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    private final SecureRandom random;

    CertificateGenerator(SecureRandom random) {
        this.random = random;
    }

    KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    X509Certificate authority(String name, KeyPair key, Instant now) throws GeneralSecurityException {
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, DerEncoder.sequence(DerEncoder.truth())),
                extension("2.5.29.15", true, DerEncoder.bits(1, new byte[] {0x06})),
                subjectKey(key.getPublic()));
        return sign(name, name, key.getPublic(), key, now, extensions);
    }

    /** Issues a serving certificate for localhost. */
    X509Certificate loopbackServer(String authority, String name, PublicKey subjectKey, KeyPair signer, Instant now)
            throws GeneralSecurityException {
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, DerEncoder.sequence()),
                extension("2.5.29.15", true, DerEncoder.bits(7, new byte[] {(byte) 0x80})),
                extension("2.5.29.37", false, DerEncoder.sequence(DerEncoder.identifier("1.3.6.1.5.5.7.3.1"))),
                subjectKey(subjectKey),
                extension(
                        "2.5.29.35",
                        false,
                        DerEncoder.sequence(DerEncoder.tagged(0x80, keyIdentifier(signer.getPublic())))),
                extension("2.5.29.17", false, loopbackNames()));
        return sign(authority, name, subjectKey, signer, now, extensions);
    }

    private static byte[] loopbackNames() {
        byte[] sixteen = new byte[16];
        sixteen[15] = 1;
        return DerEncoder.sequence(
                DerEncoder.tagged(0x82, "localhost".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                DerEncoder.tagged(0x87, new byte[] {127, 0, 0, 1}),
                DerEncoder.tagged(0x87, sixteen));
    }

    private X509Certificate sign(
            String issuer, String subject, PublicKey key, KeyPair signer, Instant now, List<byte[]> extensions)
            throws GeneralSecurityException {
        byte[] algorithm = DerEncoder.sequence(DerEncoder.identifier(ECDSA_WITH_SHA256));
        byte[] body = DerEncoder.sequence(
                DerEncoder.tagged(0xa0, DerEncoder.integer(BigInteger.TWO)),
                DerEncoder.integer(new BigInteger(127, random).setBit(126)),
                algorithm,
                distinguishedName(issuer),
                DerEncoder.sequence(DerEncoder.time(now.minus(CLOCK_SKEW)), DerEncoder.time(now.plus(LIFETIME))),
                distinguishedName(subject),
                key.getEncoded(),
                DerEncoder.tagged(0xa3, DerEncoder.sequence(extensions.toArray(byte[][]::new))));
        return parse(DerEncoder.sequence(body, algorithm, DerEncoder.bits(0, signature(body, signer.getPrivate()))));
    }

    private byte[] signature(byte[] body, PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key, random);
        signature.update(body);
        return signature.sign();
    }

    private static byte[] distinguishedName(String commonName) {
        return DerEncoder.sequence(
                DerEncoder.set(DerEncoder.sequence(DerEncoder.identifier("2.5.4.3"), DerEncoder.text(commonName))));
    }

    private static byte[] extension(String identifier, boolean critical, byte[] content) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(DerEncoder.identifier(identifier));
        if (critical) {
            parts.add(DerEncoder.truth());
        }
        parts.add(DerEncoder.octets(content));
        return DerEncoder.sequence(parts.toArray(byte[][]::new));
    }

    private static byte[] subjectKey(PublicKey key) throws GeneralSecurityException {
        return extension("2.5.29.14", false, DerEncoder.octets(keyIdentifier(key)));
    }

    private static byte[] keyIdentifier(PublicKey key) throws GeneralSecurityException {
        return java.util.Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()), 20);
    }

    private static X509Certificate parse(byte[] encoded) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }
}
