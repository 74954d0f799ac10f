package dev.butlerlabs.core.talos.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Reads the key of the machine that answers at an address, in maintenance mode or configured. Sends no request. Thread-safe. */
public final class NodeIdentityProbe {
    private final Duration limit;

    /** @param limit maximum time to connect, and for each response of the machine */
    public NodeIdentityProbe(Duration limit) {
        this.limit = limit;
    }

    /**
     * Returns the fingerprint of the key with which the machine proves its identity. It is not verified.
     *
     * @return empty if no TLS server answers
     */
    public Optional<KeyFingerprint> read(NodeAddress address) {
        int millis = Math.toIntExact(limit.toMillis());
        // A new factory each time: a resumed session would show the key of an earlier handshake.
        SSLSocketFactory tls = TalosTls.maintenance(Optional.empty());
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address.host(), address.port()), millis);
            plain.setSoTimeout(millis);
            try (SSLSocket secured = (SSLSocket) tls.createSocket(plain, address.host(), address.port(), true)) {
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setApplicationProtocols(new String[] {"h2"});
                secured.setSSLParameters(parameters);
                secured.startHandshake();
                Certificate shown = secured.getSession().getPeerCertificates()[0];
                return Optional.of(KeyFingerprint.of(shown.getPublicKey()));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
