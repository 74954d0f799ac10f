package dev.butlerlabs.core.embedded.identity;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets every client certificate through the handshake, which proves that the client has its key; whether it is good for anything is
 * asked with the request, so that a wrong one gets an answer rather than a broken connection.
 */
final class AnyCertificate extends X509ExtendedTrustManager {
    private final X509Certificate wanted;

    AnyCertificate(X509Certificate wanted) {
        this.wanted = wanted;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
        // Asked with the request.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
        // Asked with the request.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        // Asked with the request.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
        throw new UnsupportedOperationException("a server calls nobody");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
        throw new UnsupportedOperationException("a server calls nobody");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        throw new UnsupportedOperationException("a server calls nobody");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {wanted};
    }
}
