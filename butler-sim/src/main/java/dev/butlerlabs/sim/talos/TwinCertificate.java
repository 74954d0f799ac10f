package dev.butlerlabs.sim.talos;

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

/** Sends the bytes of a certificate that the JDK cannot read, and answers TLS's questions from a readable twin. */
final class TwinCertificate extends X509Certificate {
    private static final long serialVersionUID = 1L;

    private final transient X509Certificate twin;
    private final byte[] sent;

    TwinCertificate(X509Certificate twin, byte[] sent) {
        this.twin = twin;
        this.sent = sent.clone();
    }

    @Override
    public byte[] getEncoded() throws CertificateEncodingException {
        return sent.clone();
    }

    @Override
    public void verify(PublicKey key) throws CertificateException, InvalidKeyException, SignatureException {
        throw new SignatureException("nobody verifies what a machine shows in maintenance");
    }

    @Override
    public void verify(PublicKey key, String provider)
            throws CertificateException, InvalidKeyException, SignatureException {
        verify(key);
    }

    @Override
    public PublicKey getPublicKey() {
        return twin.getPublicKey();
    }

    @Override
    public void checkValidity() throws CertificateExpiredException, CertificateNotYetValidException {
        twin.checkValidity();
    }

    @Override
    public void checkValidity(Date date) throws CertificateExpiredException, CertificateNotYetValidException {
        twin.checkValidity(date);
    }

    @Override
    public int getVersion() {
        return twin.getVersion();
    }

    @Override
    public BigInteger getSerialNumber() {
        return twin.getSerialNumber();
    }

    @Override
    @Deprecated
    public Principal getIssuerDN() {
        return twin.getIssuerX500Principal();
    }

    @Override
    @Deprecated
    public Principal getSubjectDN() {
        return twin.getSubjectX500Principal();
    }

    @Override
    public Date getNotBefore() {
        return twin.getNotBefore();
    }

    @Override
    public Date getNotAfter() {
        return twin.getNotAfter();
    }

    @Override
    public byte[] getTBSCertificate() throws CertificateEncodingException {
        return twin.getTBSCertificate();
    }

    @Override
    public byte[] getSignature() {
        return twin.getSignature();
    }

    @Override
    public String getSigAlgName() {
        return twin.getSigAlgName();
    }

    @Override
    public String getSigAlgOID() {
        return twin.getSigAlgOID();
    }

    @Override
    public byte[] getSigAlgParams() {
        return twin.getSigAlgParams();
    }

    @Override
    public boolean[] getIssuerUniqueID() {
        return twin.getIssuerUniqueID();
    }

    @Override
    public boolean[] getSubjectUniqueID() {
        return twin.getSubjectUniqueID();
    }

    @Override
    public boolean[] getKeyUsage() {
        return twin.getKeyUsage();
    }

    @Override
    public List<String> getExtendedKeyUsage() throws CertificateParsingException {
        return twin.getExtendedKeyUsage();
    }

    @Override
    public Collection<List<?>> getSubjectAlternativeNames() throws CertificateParsingException {
        return twin.getSubjectAlternativeNames();
    }

    @Override
    public int getBasicConstraints() {
        return twin.getBasicConstraints();
    }

    @Override
    public boolean hasUnsupportedCriticalExtension() {
        return twin.hasUnsupportedCriticalExtension();
    }

    @Override
    public Set<String> getCriticalExtensionOIDs() {
        return twin.getCriticalExtensionOIDs();
    }

    @Override
    public Set<String> getNonCriticalExtensionOIDs() {
        return twin.getNonCriticalExtensionOIDs();
    }

    @Override
    public byte[] getExtensionValue(String oid) {
        return twin.getExtensionValue(oid);
    }

    @Override
    public String toString() {
        return twin.toString();
    }
}
