package dev.butlerlabs.sim.http;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.SingleServerKeyManager;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A server certificate and the CA that signed it, generated for one run. */
public final class ServerCertificate {
    private static final Duration LIFETIME = Duration.ofDays(30);
    private static final Duration SKEW = Duration.ofHours(1);
    private static final X500Name AUTHORITY = new X500Name("CN=simulated-infrastructure-ca");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X509Certificate authority;
    private final X509Certificate certificate;
    private final PrivateKey key;

    private ServerCertificate(X509Certificate authority, X509Certificate certificate, PrivateKey key) {
        this.authority = authority;
        this.certificate = certificate;
        this.key = key;
    }

    /**
     * Generates a certificate.
     *
     * @param names host names and addresses
     */
    public static ServerCertificate forNames(String... names) {
        try {
            KeyPair authorityKey = newKey();
            KeyPair serverKey = newKey();
            X509v3CertificateBuilder own = builder(AUTHORITY, authorityKey);
            own.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            X509v3CertificateBuilder server = builder(new X500Name("CN=simulated-infrastructure"), serverKey);
            server.addExtension(Extension.subjectAlternativeName, false, alternatives(names));
            return new ServerCertificate(
                    signed(own, authorityKey), signed(server, authorityKey), serverKey.getPrivate());
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("cannot generate a certificate", e);
        }
    }

    private static KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(X500Name subject, KeyPair pair) {
        Instant from = Instant.now().minus(SKEW);
        return new X509v3CertificateBuilder(
                AUTHORITY,
                new BigInteger(127, RANDOM).add(BigInteger.ONE),
                Date.from(from),
                Date.from(from.plus(LIFETIME)),
                subject,
                SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    }

    private static GeneralNames alternatives(String... names) {
        return new GeneralNames(Arrays.stream(names)
                .map(name ->
                        new GeneralName(name.matches("[0-9.]+") ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, KeyPair signer)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        byte[] encoded = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate()))
                .getEncoded();
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    /** Returns the context of a server with this certificate. */
    public SSLContext tls() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new SingleServerKeyManager(key, certificate, authority)}, null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot use the certificate", e);
        }
    }

    /** Returns the CA certificate in PEM. */
    public String authorityPem() {
        try {
            return new PemBlock(PemBlock.CERTIFICATE, authority.getEncoded()).text();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot encode the certificate", e);
        }
    }
}
