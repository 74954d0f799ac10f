package dev.butlerlabs.core.talos.client;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the machine with the pinned key. Without a pin it trusts any machine: a machine in maintenance mode has no other proof
 * of identity.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final Optional<KeyFingerprint> pin;

    PinnedTrust(Optional<KeyFingerprint> pin) {
        this.pin = pin;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (pin.isEmpty()) {
            return;
        }
        KeyFingerprint shown = KeyFingerprint.of(chain[0].getPublicKey());
        if (!shown.equals(pin.get())) {
            throw new WrongKeyException(shown);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("this side is not a server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
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

    /** The key of the machine does not match the pin. */
    static final class WrongKeyException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private final transient KeyFingerprint shown;

        WrongKeyException(KeyFingerprint shown) {
            super("the key of the machine does not match");
            this.shown = shown;
        }

        KeyFingerprint shown() {
            return shown;
        }
    }
}
