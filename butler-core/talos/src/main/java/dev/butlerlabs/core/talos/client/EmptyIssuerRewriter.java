package dev.butlerlabs.core.talos.client;

import java.io.IOException;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1TaggedObject;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;

/** Replaces the issuer of an encoded certificate. */
final class EmptyIssuerRewriter {
    private static final X500Name STAND_IN = new X500Name("CN=empty issuer");

    /** Index of the issuer after the version: serial, algorithm, issuer. */
    private static final int ISSUER = 2;

    private EmptyIssuerRewriter() {}

    /** Returns the certificate with a placeholder issuer if its own is empty. Its signature is no longer valid. */
    static Optional<byte[]> replaced(byte[] encoded) {
        try {
            ASN1Sequence whole = ASN1Sequence.getInstance(ASN1Primitive.fromByteArray(encoded));
            ASN1Sequence body = ASN1Sequence.getInstance(whole.getObjectAt(0));
            int issuer = ISSUER + (body.getObjectAt(0) instanceof ASN1TaggedObject ? 1 : 0);
            if (ASN1Sequence.getInstance(body.getObjectAt(issuer)).size() != 0) {
                return Optional.empty();
            }
            ASN1Encodable[] parts = body.toArray();
            parts[issuer] = STAND_IN;
            ASN1Encodable[] outer = whole.toArray();
            outer[0] = new DERSequence(parts);
            return Optional.of(new DERSequence(outer).getEncoded());
        } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException notACertificate) {
            return Optional.empty();
        }
    }
}
