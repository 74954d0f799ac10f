package dev.butlerlabs.core.embedded.identity;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts every client certificate during the TLS handshake, which proves that the client has the private key. The certificate is verified
 * with the request, so that an invalid certificate results in a 401 response and not in a failed handshake.
 */
final class PermissiveTrustManager extends X509ExtendedTrustManager {
    private final X509Certificate wanted;

    PermissiveTrustManager(X509Certificate wanted) {
        this.wanted = wanted;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
        // Verified with the request.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
        // Verified with the request.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        // Verified with the request.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
        throw new UnsupportedOperationException("the server makes no outgoing connections");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
        throw new UnsupportedOperationException("the server makes no outgoing connections");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        throw new UnsupportedOperationException("the server makes no outgoing connections");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {wanted};
    }
}
