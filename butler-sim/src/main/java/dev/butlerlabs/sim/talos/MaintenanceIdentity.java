package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.client.EmptyIssuerCertificate;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/**
 * The certificate of a machine in maintenance mode, whose issuer has an empty name. No library builds an empty issuer,
 * so the certificate is built with another one, then modified and signed again.
 */
final class MaintenanceIdentity {
    private static final X500Name SUBJECT = new X500Name("CN=maintenance-service.talos.dev");
    private static final int ISSUER = 3;

    private MaintenanceIdentity() {}

    static TalosPki.Identity make(List<GeneralName> names) throws GeneralSecurityException, IOException {
        KeyPair authority = TalosPki.ed25519();
        KeyPair pair = TalosPki.ed25519();
        X509v3CertificateBuilder builder = TalosPki.builder(new X500Name("CN=none"), SUBJECT, pair, Duration.ofDays(1));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(
                Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
        byte[] readable = TalosPki.sign(builder, authority.getPrivate(), "Ed25519");
        X509Certificate twin = TalosPki.certificate(readable);
        return new TalosPki.Identity(
                new EmptyIssuerCertificate(twin, withoutIssuer(readable, authority.getPrivate())), pair.getPrivate());
    }

    private static byte[] withoutIssuer(byte[] readable, PrivateKey authority)
            throws GeneralSecurityException, IOException {
        ASN1Sequence whole = ASN1Sequence.getInstance(readable);
        ASN1Encodable[] parts = ASN1Sequence.getInstance(whole.getObjectAt(0)).toArray();
        parts[ISSUER] = new DERSequence();
        DERSequence body = new DERSequence(parts);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(authority);
        signature.update(body.getEncoded());
        return new DERSequence(new ASN1Encodable[] {body, whole.getObjectAt(1), new DERBitString(signature.sign())})
                .getEncoded();
    }
}
