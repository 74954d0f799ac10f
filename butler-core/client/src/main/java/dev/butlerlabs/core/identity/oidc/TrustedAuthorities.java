package dev.butlerlabs.core.identity.oidc;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Creates TLS contexts that trust the CAs of a file and no others. */
final class TrustedAuthorities {
    private TrustedAuthorities() {}

    static SSLContext context(String pem) {
        Collection<? extends Certificate> certificates = certificates(pem);
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "TLS is not available.", e);
        }
    }

    private static Collection<? extends Certificate> certificates(String pem) {
        try {
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            // Reported below: the content of the file is not repeated.
        }
        throw new ButlerException(
                ErrorCode.INVALID_INPUT,
                "The CA file contains no certificate.",
                "Specify a file with PEM certificates.");
    }
}
