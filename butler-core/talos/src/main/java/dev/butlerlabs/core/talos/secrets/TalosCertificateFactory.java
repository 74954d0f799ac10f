package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Generates CAs and client certificates with the profiles of Talos. */
final class TalosCertificateFactory {
    private static final Duration AUTHORITY_LIFETIME = Duration.ofDays(3_650);
    private static final int SERIAL_BITS = 128;
    private static final int KEY_IDENTIFIER_BYTES = 20;

    /** Certificates are valid from slightly in the past, so that machines with a slow clock accept them. */
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    private final SecureRandom random;
    private final Clock clock;

    TalosCertificateFactory(SecureRandom random, Clock clock) {
        this.random = random;
        this.clock = clock;
    }

    CertificateAndKey authority(TalosKeyFactory kind, X500Name subject) {
        KeyPair pair = kind.generate(random);
        X509v3CertificateBuilder builder = builder(subject, AUTHORITY_LIFETIME, subject, pair);
        extend(builder, Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign));
        extend(builder, Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
            KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
        }));
        extend(builder, Extension.basicConstraints, true, new BasicConstraints(true));
        byte[] identifier = new byte[KEY_IDENTIFIER_BYTES];
        random.nextBytes(identifier);
        extend(builder, Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifier));
        return new CertificateAndKey(sign(builder, pair.getPrivate()), kind.pem(pair));
    }

    /** Returns a client certificate for servers that trust the CA. */
    CertificateAndKey client(CertificateAndKey authority, Client client) throws PemFormatException {
        CertificateReader issuer = CertificateReader.parse(authority.certificate());
        if (issuer.notAfter().isBefore(clock.instant())) {
            throw new PemFormatException("is a CA that expired on " + issuer.notAfter());
        }
        PrivateKey signer = TalosKeyFactory.parse(authority.key());
        TalosKeyFactory kind = TalosKeyFactory.kindOf(signer);
        KeyPair pair = kind.generate(random);
        X509v3CertificateBuilder builder = builder(issuer.subject(), client.lifetime(), client.subject(), pair);
        extend(builder, Extension.keyUsage, true, new KeyUsage(client.keyUsage()));
        extend(builder, Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
        issuer.keyIdentifier()
                .ifPresent(identifier -> extend(
                        builder, Extension.authorityKeyIdentifier, false, new AuthorityKeyIdentifier(identifier)));
        return new CertificateAndKey(sign(builder, signer), kind.pem(pair));
    }

    record Client(X500Name subject, Duration lifetime, int keyUsage) {}

    private X509v3CertificateBuilder builder(X500Name issuer, Duration lifetime, X500Name subject, KeyPair pair) {
        Instant from = clock.instant().minus(CLOCK_SKEW).truncatedTo(ChronoUnit.SECONDS);
        return new X509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, random).max(BigInteger.ONE),
                Date.from(from),
                Date.from(from.plus(lifetime)),
                Locale.ROOT,
                subject,
                SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    }

    private static void extend(
            X509v3CertificateBuilder builder, ASN1ObjectIdentifier name, boolean critical, ASN1Encodable value) {
        try {
            builder.addExtension(name, critical, value);
        } catch (IOException e) {
            throw new IllegalStateException("an extension has an encoding", e);
        }
    }

    private static String sign(X509v3CertificateBuilder builder, PrivateKey key) {
        try {
            var signer = new JcaContentSignerBuilder(TalosKeyFactory.kindOf(key).signature()).build(key);
            return new PemBlock(PemBlock.CERTIFICATE, builder.build(signer).getEncoded()).text();
        } catch (IOException | OperatorCreationException e) {
            throw new IllegalStateException("a certificate can be signed with a key that was read", e);
        }
    }

    /** Returns a subject with organizations only; several share one relative name. */
    static X500Name organisations(List<String> names) {
        AttributeTypeAndValue[] values = names.stream()
                .map(name -> new AttributeTypeAndValue(BCStyle.O, text(name)))
                .toArray(AttributeTypeAndValue[]::new);
        return new X500Name(new RDN[] {new RDN(values)});
    }

    static X500Name commonName(String name) {
        return new X500Name(new RDN[] {new RDN(BCStyle.CN, text(name))});
    }

    static X500Name organisationAndCommonName(String organisation, String name) {
        return new X500Name(new RDN[] {new RDN(BCStyle.O, text(organisation)), new RDN(BCStyle.CN, text(name))});
    }

    private static ASN1Encodable text(String value) {
        return DERPrintableString.isPrintableString(value) ? new DERPrintableString(value) : new DERUTF8String(value);
    }
}
