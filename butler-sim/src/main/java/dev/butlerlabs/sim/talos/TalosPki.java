package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Creates and parses certificates of Talos machines. */
public final class TalosPki {
    private static final Duration SERVER_LIFETIME = Duration.ofDays(1);
    private static final Duration ADMIN_LIFETIME = Duration.ofDays(365);
    private static final Duration SKEW = Duration.ofMinutes(1);
    private static final int P256_BITS = 256;
    private static final SecureRandom RANDOM = new SecureRandom();

    private TalosPki() {}

    /** A certificate with its key. */
    public record Identity(X509Certificate certificate, PrivateKey key) {
        @Override
        public String toString() {
            return "Identity[" + certificate.getSubjectX500Principal() + "]";
        }
    }

    static KeyPair ed25519() throws GeneralSecurityException {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    /** Creates the server certificate of a configured machine, signed by the CA of its cluster. */
    static Identity server(X509Certificate authority, PrivateKey authorityKey, String hostname, List<GeneralName> names)
            throws GeneralSecurityException, IOException {
        KeyPair pair = ed25519();
        X509v3CertificateBuilder builder =
                builder(name(authority), new X500Name("CN=" + hostname), pair, SERVER_LIFETIME);
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(
                Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
        return new Identity(certificate(sign(builder, authorityKey, "Ed25519")), pair.getPrivate());
    }

    /** Creates a Kubernetes administrator's client certificate and returns it and its key as PEM. */
    static List<String> administrator(String authority, String authorityKey)
            throws GeneralSecurityException, IOException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        X509v3CertificateBuilder builder = builder(
                name(certificate(content(authority))), new X500Name("O=system:masters,CN=admin"), pair, ADMIN_LIFETIME);
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
        byte[] signed = sign(builder, key(authorityKey), "SHA256withECDSA");
        return List.of(pem("CERTIFICATE", signed), pem("EC PRIVATE KEY", sec1(pair)));
    }

    /** Encodes a key in SEC 1 form, which contains the curve and the public key. */
    private static byte[] sec1(KeyPair pair) throws IOException {
        byte[] point = SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded())
                .getPublicKeyData()
                .getBytes();
        return new ECPrivateKey(
                        P256_BITS,
                        ((java.security.interfaces.ECPrivateKey) pair.getPrivate()).getS(),
                        new DERBitString(point),
                        SECObjectIdentifiers.secp256r1)
                .getEncoded();
    }

    public static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, KeyPair pair, Duration lifetime) {
        Instant from = Instant.now().minus(SKEW);
        return new X509v3CertificateBuilder(
                issuer,
                new BigInteger(127, RANDOM).add(BigInteger.ONE),
                Date.from(from),
                Date.from(from.plus(lifetime)),
                subject,
                SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    }

    public static byte[] sign(X509v3CertificateBuilder builder, PrivateKey key, String algorithm) throws IOException {
        try {
            return builder.build(new JcaContentSignerBuilder(algorithm).build(key))
                    .getEncoded();
        } catch (OperatorCreationException e) {
            throw new IOException(e);
        }
    }

    public static X500Name name(X509Certificate certificate) {
        return X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    }

    public static X509Certificate certificate(byte[] encoded) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    public static byte[] content(String pem) {
        try {
            return PemBlock.parseFirst(pem).content();
        } catch (PemFormatException e) {
            throw new IllegalArgumentException("the certificate or key " + e.getMessage(), e);
        }
    }

    public static String pem(String label, byte[] content) {
        return new PemBlock(label, content).text();
    }

    /** Parses a private key with any PEM label that Talos uses. */
    public static PrivateKey key(String pem) throws GeneralSecurityException, IOException {
        byte[] content = content(pem);
        if (pem.contains("BEGIN EC PRIVATE KEY")) {
            var key = ECPrivateKey.getInstance(content);
            ASN1Encodable curve = key.getParametersObject();
            content = new PrivateKeyInfo(new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, curve), key)
                    .getEncoded();
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content));
        }
        return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(content));
    }
}
