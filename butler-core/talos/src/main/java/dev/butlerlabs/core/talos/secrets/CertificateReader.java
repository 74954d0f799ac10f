package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.text.ParseException;
import java.time.Instant;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1TaggedObject;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;

/**
 * The relevant fields of a certificate. It is parsed here because no library accepts the CA that Talos generates for the
 * aggregation layer, whose issuer is empty.
 */
record CertificateReader(
        X500Name subject,
        X500Name issuer,
        BigInteger serial,
        Instant notBefore,
        Instant notAfter,
        SubjectPublicKeyInfo key,
        Optional<byte[]> keyIdentifier) {
    private static final int EXTENSIONS_TAG = 3;

    static CertificateReader parse(String text) throws PemFormatException {
        PemBlock pem = PemBlock.parseFirst(text);
        if (!pem.label().equals(PemBlock.CERTIFICATE)) {
            throw new PemFormatException("contains " + pem.label() + " instead of a certificate");
        }
        return parse(pem.content());
    }

    static CertificateReader parse(byte[] encoded) throws PemFormatException {
        try {
            ASN1Sequence whole = ASN1Sequence.getInstance(ASN1Primitive.fromByteArray(encoded));
            return of(ASN1Sequence.getInstance(whole.getObjectAt(0)));
        } catch (IOException | ParseException | RuntimeException e) {
            throw new PemFormatException("is not a valid certificate", e);
        }
    }

    private static CertificateReader of(ASN1Sequence body) throws ParseException {
        // Version 3 certificates start with a tagged version; then serial, algorithm, issuer, validity, subject, key.
        int first = body.getObjectAt(0) instanceof ASN1TaggedObject ? 1 : 0;
        ASN1Sequence validity = ASN1Sequence.getInstance(body.getObjectAt(first + 3));
        return new CertificateReader(
                X500Name.getInstance(body.getObjectAt(first + 4)),
                X500Name.getInstance(body.getObjectAt(first + 2)),
                ASN1Integer.getInstance(body.getObjectAt(first)).getValue(),
                instant(Time.getInstance(validity.getObjectAt(0))),
                instant(Time.getInstance(validity.getObjectAt(1))),
                SubjectPublicKeyInfo.getInstance(body.getObjectAt(first + 5)),
                keyIdentifier(body));
    }

    private static Instant instant(Time time) {
        return time.getDate().toInstant();
    }

    private static Optional<byte[]> keyIdentifier(ASN1Sequence body) {
        if (!(body.getObjectAt(body.size() - 1) instanceof ASN1TaggedObject tagged)
                || tagged.getTagNo() != EXTENSIONS_TAG) {
            return Optional.empty();
        }
        Extensions extensions = Extensions.getInstance(tagged, true);
        return Optional.ofNullable(extensions.getExtension(Extension.subjectKeyIdentifier))
                .map(extension ->
                        ASN1OctetString.getInstance(extension.getParsedValue()).getOctets());
    }

    PublicKey publicKey() throws PemFormatException {
        try {
            return TalosKeyFactory.publicKey(key);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new PemFormatException("contains a public key of an unsupported type", e);
        }
    }
}
