package dev.butlerlabs.core.talos.client;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Records the key of a server during one handshake. It has no client certificate: when one is to be chosen, the server has already proved that
 * it owns the key in its certificate.
 */
final class ProvenKeyRecorder extends X509ExtendedKeyManager {
    private volatile Optional<X509Certificate> shown = Optional.empty();
    private volatile boolean proven;

    /** Returns the key in the certificate of the server. It is proven only if the handshake succeeded. */
    Optional<KeyFingerprint> shownKey() {
        return shown.map(X509Certificate::getPublicKey).map(KeyFingerprint::of);
    }

    /** Returns the certificate of the server, even if the handshake failed afterwards. */
    Optional<X509Certificate> shownCertificate() {
        return shown;
    }

    /** Returns the key if the server proved that it owns it, even if the handshake failed afterwards. */
    Optional<KeyFingerprint> provenKey() {
        return proven ? shownKey() : Optional.empty();
    }

    X509ExtendedTrustManager trust() {
        return new RecordingTrust();
    }

    private void record(X509Certificate[] chain) {
        shown = Optional.of(chain[0]);
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        proven = true;
        return null;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        proven = true;
        return null;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[0];
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return null;
    }

    /** Trusts any server. */
    private final class RecordingTrust extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            record(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            record(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            record(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            throw new IllegalStateException("this side is not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            throw new IllegalStateException("this side is not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new IllegalStateException("this side is not a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
