package dev.butlerlabs.core.testing.apiserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** One API server under test: what to call it, where it answers, and how to be let in. */
public record ApiServerTarget(String name, URI server, String token, String authorityPem) {

    /** Trusts the target's own authority and nobody else. */
    public SSLContext trust() {
        try {
            KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
            authorities.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates()) {
                authorities.setCertificateEntry("authority-" + number++, certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the authority of " + name + " cannot be read", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Iterable<? extends Certificate> certificates() throws GeneralSecurityException {
        byte[] pem = authorityPem.getBytes(StandardCharsets.US_ASCII);
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    }

    /** The token stays out of test reports. */
    @Override
    public String toString() {
        return name + " at " + server;
    }
}
