package dev.butlerlabs.core.talos.client;

import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.Principal;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;

/**
 * A certificate with an empty issuer: the encoded form is the original one, everything else is read from a copy with a
 * placeholder issuer. It can be displayed and pinned by its key, but never verified with a CA.
 */
public final class EmptyIssuerCertificate extends X509Certificate {
    private static final long serialVersionUID = 1L;

    private final transient X509Certificate copy;
    private final byte[] original;

    public EmptyIssuerCertificate(X509Certificate copy, byte[] original) {
        this.copy = copy;
        this.original = original.clone();
    }

    @Override
    public byte[] getEncoded() throws CertificateEncodingException {
        return original.clone();
    }

    @Override
    public void verify(PublicKey key) throws CertificateException, InvalidKeyException, SignatureException {
        throw new SignatureException("a certificate without an issuer cannot be verified");
    }

    @Override
    public void verify(PublicKey key, String provider)
            throws CertificateException, InvalidKeyException, SignatureException {
        verify(key);
    }

    @Override
    public PublicKey getPublicKey() {
        return copy.getPublicKey();
    }

    @Override
    public void checkValidity() throws CertificateExpiredException, CertificateNotYetValidException {
        copy.checkValidity();
    }

    @Override
    public void checkValidity(Date date) throws CertificateExpiredException, CertificateNotYetValidException {
        copy.checkValidity(date);
    }

    @Override
    public int getVersion() {
        return copy.getVersion();
    }

    @Override
    public BigInteger getSerialNumber() {
        return copy.getSerialNumber();
    }

    @Override
    @Deprecated
    public Principal getIssuerDN() {
        return copy.getIssuerX500Principal();
    }

    @Override
    @Deprecated
    public Principal getSubjectDN() {
        return copy.getSubjectX500Principal();
    }

    @Override
    public Date getNotBefore() {
        return copy.getNotBefore();
    }

    @Override
    public Date getNotAfter() {
        return copy.getNotAfter();
    }

    @Override
    public byte[] getTBSCertificate() throws CertificateEncodingException {
        return copy.getTBSCertificate();
    }

    @Override
    public byte[] getSignature() {
        return copy.getSignature();
    }

    @Override
    public String getSigAlgName() {
        return copy.getSigAlgName();
    }

    @Override
    public String getSigAlgOID() {
        return copy.getSigAlgOID();
    }

    @Override
    public byte[] getSigAlgParams() {
        return copy.getSigAlgParams();
    }

    @Override
    public boolean[] getIssuerUniqueID() {
        return copy.getIssuerUniqueID();
    }

    @Override
    public boolean[] getSubjectUniqueID() {
        return copy.getSubjectUniqueID();
    }

    @Override
    public boolean[] getKeyUsage() {
        return copy.getKeyUsage();
    }

    @Override
    public List<String> getExtendedKeyUsage() throws CertificateParsingException {
        return copy.getExtendedKeyUsage();
    }

    @Override
    public Collection<List<?>> getSubjectAlternativeNames() throws CertificateParsingException {
        return copy.getSubjectAlternativeNames();
    }

    @Override
    public int getBasicConstraints() {
        return copy.getBasicConstraints();
    }

    @Override
    public boolean hasUnsupportedCriticalExtension() {
        return copy.hasUnsupportedCriticalExtension();
    }

    @Override
    public Set<String> getCriticalExtensionOIDs() {
        return copy.getCriticalExtensionOIDs();
    }

    @Override
    public Set<String> getNonCriticalExtensionOIDs() {
        return copy.getNonCriticalExtensionOIDs();
    }

    @Override
    public byte[] getExtensionValue(String oid) {
        return copy.getExtensionValue(oid);
    }

    @Override
    public String toString() {
        return copy.toString();
    }
}
