package dev.butlerlabs.core.pem;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Generates EC P-256 keys and X.509 v3 certificates with the JDK only. Thread-safe. */
public final class CertificateGenerator {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";

    private final SecureRandom random;

    public CertificateGenerator(SecureRandom random) {
        this.random = random;
    }

    /** An authority with its key. */
    public record Issuer(String name, KeyPair key) {
        @Override
        public String toString() {
            return "Issuer[" + name + "]";
        }
    }

    /** The time in which a certificate is valid. */
    public record Validity(Instant from, Instant until) {}

    public KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    /** Issues the certificate of an authority, signed by itself. */
    public X509Certificate authority(Issuer authority, Validity validity) throws GeneralSecurityException {
        PublicKey key = authority.key().getPublic();
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, DerEncoder.sequence(DerEncoder.truth())),
                extension("2.5.29.15", true, DerEncoder.bits(1, new byte[] {0x06})),
                subjectKey(key));
        return sign(authority, authority.name(), key, validity, extensions);
    }

    /**
     * Issues a serving certificate.
     *
     * @param name the common name
     * @param hosts DNS names and IP addresses by which clients connect
     */
    public X509Certificate server(
            Issuer authority, String name, PublicKey subjectKey, List<String> hosts, Validity validity)
            throws GeneralSecurityException {
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, DerEncoder.sequence()),
                extension("2.5.29.15", true, DerEncoder.bits(7, new byte[] {(byte) 0x80})),
                extension("2.5.29.37", false, DerEncoder.sequence(DerEncoder.identifier("1.3.6.1.5.5.7.3.1"))),
                subjectKey(subjectKey),
                extension(
                        "2.5.29.35",
                        false,
                        DerEncoder.sequence(DerEncoder.tagged(
                                0x80, keyIdentifier(authority.key().getPublic())))),
                extension("2.5.29.17", false, alternativeNames(hosts)));
        return sign(authority, name, subjectKey, validity, extensions);
    }

    private static byte[] alternativeNames(List<String> hosts) {
        return DerEncoder.sequence(
                hosts.stream().map(CertificateGenerator::alternativeName).toArray(byte[][]::new));
    }

    private static byte[] alternativeName(String host) {
        return host.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")
                ? DerEncoder.tagged(0x87, InetAddress.ofLiteral(host).getAddress())
                : DerEncoder.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII));
    }

    private X509Certificate sign(
            Issuer issuer, String subject, PublicKey key, Validity validity, List<byte[]> extensions)
            throws GeneralSecurityException {
        byte[] algorithm = DerEncoder.sequence(DerEncoder.identifier(ECDSA_WITH_SHA256));
        byte[] body = DerEncoder.sequence(
                DerEncoder.tagged(0xa0, DerEncoder.integer(BigInteger.TWO)),
                DerEncoder.integer(new BigInteger(127, random).setBit(126)),
                algorithm,
                distinguishedName(issuer.name()),
                DerEncoder.sequence(DerEncoder.time(validity.from()), DerEncoder.time(validity.until())),
                distinguishedName(subject),
                key.getEncoded(),
                DerEncoder.tagged(0xa3, DerEncoder.sequence(extensions.toArray(byte[][]::new))));
        PrivateKey signer = issuer.key().getPrivate();
        return parse(DerEncoder.sequence(body, algorithm, DerEncoder.bits(0, signature(body, signer))));
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
        return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()), 20);
    }

    private static X509Certificate parse(byte[] encoded) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }
}
