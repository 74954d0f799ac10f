package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.pem.SingleClientKeyManager;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Creates the two kinds of TLS connections to a machine. */
final class TalosTls {
    /** Reused so that a later connection to the same machine resumes its TLS session instead of verifying certificates again. */
    private static final AtomicReference<Optional<MutualTls>> LAST = new AtomicReference<>(Optional.empty());

    private record MutualTls(TalosCredentials credentials, SSLSocketFactory factory) {}

    private TalosTls() {}

    /** Returns a factory for mutual TLS with certificates of the cluster CA. */
    static SSLSocketFactory mutual(TalosCredentials credentials) {
        return LAST.updateAndGet(last -> last.filter(tls -> tls.credentials().equals(credentials))
                        .or(() -> Optional.of(new MutualTls(credentials, create(credentials)))))
                .orElseThrow()
                .factory();
    }

    private static SSLSocketFactory create(TalosCredentials credentials) {
        try {
            return factory(
                    new KeyManager[] {new SingleClientKeyManager(credentials.key(), credentials.certificate())},
                    authorities(credentials.authorities()));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("credentials that were read can be used", e);
        }
    }

    /** Returns a factory for maintenance mode: nothing is verified except the key of the machine, if it is pinned. */
    static SSLSocketFactory maintenance(Optional<KeyFingerprint> pin) {
        MaintenanceCertificates.install();
        try {
            return factory(new KeyManager[0], new TrustManager[] {new PinnedTrust(pin)});
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }

    /** Returns a factory for a handshake with any machine whose key is recorded. */
    static SSLSocketFactory recording(ProvenKeyRecorder recorder) {
        MaintenanceCertificates.install();
        try {
            return factory(new KeyManager[] {recorder}, new TrustManager[] {recorder.trust()});
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }

    private static SSLSocketFactory factory(KeyManager[] keys, TrustManager[] trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        return context.getSocketFactory();
    }

    private static TrustManager[] authorities(List<X509Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("authority-" + i, certificates.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
