package dev.butlerlabs.core.provider.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Creates TLS contexts for connections to an infrastructure. */
public final class TlsContexts {
    private TlsContexts() {}

    /** Returns a context with the default CAs of the JDK. */
    public static SSLContext common() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }

    /**
     * Returns a context with only these CAs.
     *
     * @throws CertificateException if the text contains no certificate
     */
    public static SSLContext trusting(String pem) throws CertificateException {
        Collection<? extends Certificate> authorities = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
        if (authorities.isEmpty()) {
            throw new CertificateException("no certificate");
        }
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store(authorities));
            return context(factory.getTrustManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw new CertificateException(e);
        }
    }

    private static KeyStore store(Collection<? extends Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        int number = 0;
        for (Certificate authority : authorities) {
            store.setCertificateEntry("authority-" + number++, authority);
        }
        return store;
    }

    /** Returns a context without verification, for {@code insecure: true}. */
    public static SSLContext trustingAnybody() {
        try {
            return context(new TrustManager[] {new Anybody()});
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }

    private static SSLContext context(TrustManager[] trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust, null);
        return context;
    }

    /** Accepts any certificate. An extended trust manager verifies host names itself, which is skipped here as well. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Accept any certificate.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            // Accept any certificate.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Accept any certificate.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("this side is not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("this side is not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this side is not a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
