package dev.butlerlabs.core.talos.client;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.security.NoSuchProviderException;
import java.security.cert.CRL;
import java.security.cert.CRLException;
import java.security.cert.CertPath;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateFactorySpi;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Delegates to the certificate factory of the JDK and handles certificates with an empty issuer. */
final class EmptyIssuerCertificateFactory extends CertificateFactorySpi {
    private final CertificateFactory jdk;

    EmptyIssuerCertificateFactory() {
        try {
            jdk = CertificateFactory.getInstance("X.509", "SUN");
        } catch (CertificateException | NoSuchProviderException e) {
            throw new IllegalStateException("every Java runtime reads X.509", e);
        }
    }

    @Override
    public Certificate engineGenerateCertificate(InputStream stream) throws CertificateException {
        if (!(stream instanceof ByteArrayInputStream bytes)) {
            return jdk.generateCertificate(stream);
        }
        bytes.mark(0);
        try {
            return jdk.generateCertificate(bytes);
        } catch (CertificateException refused) {
            bytes.reset();
            return mended(bytes.readAllBytes()).orElseThrow(() -> refused);
        }
    }

    private Optional<X509Certificate> mended(byte[] encoded) throws CertificateException {
        Optional<byte[]> readable = EmptyIssuerRewriter.replaced(encoded);
        if (readable.isEmpty()) {
            return Optional.empty();
        }
        Certificate parsed = jdk.generateCertificate(new ByteArrayInputStream(readable.get()));
        return Optional.of(new EmptyIssuerCertificate((X509Certificate) parsed, encoded));
    }

    @Override
    public Collection<? extends Certificate> engineGenerateCertificates(InputStream stream)
            throws CertificateException {
        return jdk.generateCertificates(stream);
    }

    @Override
    public CRL engineGenerateCRL(InputStream stream) throws CRLException {
        return jdk.generateCRL(stream);
    }

    @Override
    public Collection<? extends CRL> engineGenerateCRLs(InputStream stream) throws CRLException {
        return jdk.generateCRLs(stream);
    }

    @Override
    public CertPath engineGenerateCertPath(InputStream stream) throws CertificateException {
        return jdk.generateCertPath(stream);
    }

    @Override
    public CertPath engineGenerateCertPath(InputStream stream, String encoding) throws CertificateException {
        return jdk.generateCertPath(stream, encoding);
    }

    @Override
    public CertPath engineGenerateCertPath(List<? extends Certificate> certificates) throws CertificateException {
        return jdk.generateCertPath(certificates);
    }

    @Override
    public Iterator<String> engineGetCertPathEncodings() {
        return jdk.getCertPathEncodings();
    }
}
