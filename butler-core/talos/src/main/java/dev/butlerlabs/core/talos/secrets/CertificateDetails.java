package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.pem.PemFormatException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/**
 * What a certificate states about itself. Also reads certificates with an empty issuer, such as the CA that Talos generates for the
 * aggregation layer. Nothing is verified. Immutable.
 *
 * @param subject such as {@code O=system:masters,CN=admin}; may be empty
 * @param organizations of the subject: the roles in the Talos API, the groups in Kubernetes
 * @param serial serial number in hexadecimal
 */
public record CertificateDetails(
        String subject, String issuer, List<String> organizations, String serial, Instant notBefore, Instant notAfter) {
    private static final int HEXADECIMAL = 16;

    public CertificateDetails {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(issuer, "issuer");
        organizations = List.copyOf(organizations);
        Objects.requireNonNull(serial, "serial");
        Objects.requireNonNull(notBefore, "notBefore");
        Objects.requireNonNull(notAfter, "notAfter");
    }

    /**
     * Reads the first certificate of a PEM text.
     *
     * @throws PemFormatException if it is not a certificate
     */
    public static CertificateDetails parse(String pem) throws PemFormatException {
        return of(CertificateReader.parse(pem));
    }

    /**
     * Reads a certificate.
     *
     * @throws PemFormatException if it has an unusual form
     */
    public static CertificateDetails of(X509Certificate certificate) throws PemFormatException {
        try {
            return of(CertificateReader.parse(certificate.getEncoded()));
        } catch (CertificateEncodingException e) {
            throw new PemFormatException("is not a valid certificate", e);
        }
    }

    private static CertificateDetails of(CertificateReader reader) {
        return new CertificateDetails(
                reader.subject().toString(),
                reader.issuer().toString(),
                organizations(reader.subject()),
                reader.serial().toString(HEXADECIMAL),
                reader.notBefore(),
                reader.notAfter());
    }

    private static List<String> organizations(X500Name subject) {
        return Arrays.stream(subject.getRDNs())
                .flatMap(name -> Arrays.stream(name.getTypesAndValues()))
                .filter(part -> part.getType().equals(BCStyle.O))
                .map(AttributeTypeAndValue::getValue)
                .map(IETFUtils::valueToString)
                .sorted()
                .toList();
    }
}
