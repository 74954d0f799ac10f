package dev.butlerlabs.core.talos.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** A TLS handshake that records the certificate of the server. Trusts any server and sends no request. */
final class RecordedHandshake {
    private RecordedHandshake() {}

    /**
     * Runs the handshake. Uses a new TLS context, because a resumed session would show the key of an earlier handshake.
     *
     * @param limit maximum time to connect, and for each response of the server
     * @param protocols application protocols to offer
     * @throws IOException if it does not complete; the recorder may have the certificate nevertheless
     */
    static void run(NodeAddress address, Duration limit, ProvenKeyRecorder recorder, String... protocols)
            throws IOException {
        int millis = Math.toIntExact(limit.toMillis());
        SSLSocketFactory tls = TalosTls.recording(recorder);
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address.host(), address.port()), millis);
            plain.setSoTimeout(millis);
            try (SSLSocket secured = (SSLSocket) tls.createSocket(plain, address.host(), address.port(), true)) {
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setApplicationProtocols(protocols);
                secured.setSSLParameters(parameters);
                secured.startHandshake();
            }
        }
    }
}
