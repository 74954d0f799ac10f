package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.identity.ServingIdentity;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority that signs what a test needs. */
final class TestAuthority {
    private final X500Name name;
    private final KeyPair key = pair();
    private final X509Certificate certificate;

    record Signed(X509Certificate certificate, KeyPair key) {}

    TestAuthority(String organisation) throws Exception {
        name = new X500Name("O=" + organisation);
        X509v3CertificateBuilder builder = builder(name, key, Instant.now(), Duration.ofDays(1));
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        certificate = sign(builder);
    }

    X509Certificate certificate() {
        return certificate;
    }

    ServingIdentity server() throws Exception {
        KeyPair pair = pair();
        X509v3CertificateBuilder builder = builder(new X500Name("CN=server"), pair, Instant.now(), Duration.ofDays(1));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
        return new ServingIdentity(
                pem("CERTIFICATE", sign(builder).getEncoded()),
                pem("PRIVATE KEY", pair.getPrivate().getEncoded()),
                pem("CERTIFICATE", certificate.getEncoded()));
    }

    Signed client(String subject) throws Exception {
        return client(subject, KeyPurposeId.id_kp_clientAuth, Instant.now(), Duration.ofHours(1));
    }

    Signed client(String subject, KeyPurposeId use, Instant from, Duration lifetime) throws Exception {
        KeyPair pair = pair();
        X509v3CertificateBuilder builder = builder(new X500Name(subject), pair, from, lifetime);
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(use));
        return new Signed(sign(builder), pair);
    }

    private X509v3CertificateBuilder builder(X500Name subject, KeyPair pair, Instant from, Duration lifetime) {
        return new X509v3CertificateBuilder(
                name,
                new BigInteger(100, new SecureRandom()).add(BigInteger.ONE),
                Date.from(from.minusSeconds(60)),
                Date.from(from.plus(lifetime)),
                subject,
                SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    }

    private X509Certificate sign(X509v3CertificateBuilder builder) throws Exception {
        byte[] encoded = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key.getPrivate()))
                .getEncoded();
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static KeyPair pair() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static String pem(String label, byte[] content) {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, encoder.encodeToString(content), label);
    }
}
