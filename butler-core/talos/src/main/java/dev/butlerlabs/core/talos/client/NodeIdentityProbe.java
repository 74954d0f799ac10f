package dev.butlerlabs.core.talos.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Reads the key of the machine that answers at an address, in maintenance mode or configured. Sends no request. Thread-safe. */
public final class NodeIdentityProbe {
    private final Duration limit;

    /** Creates a probe. The limit is the maximum time to connect, and for each response of the machine. */
    public NodeIdentityProbe(Duration limit) {
        this.limit = limit;
    }

    /**
     * Returns the fingerprint of the key with which the machine proves its identity. Whose key it is, is not verified.
     *
     * @return empty if no TLS server answers
     */
    public Optional<KeyFingerprint> read(NodeAddress address) {
        ProvenKeyRecorder recorder = new ProvenKeyRecorder();
        try {
            handshake(address, recorder);
            return recorder.shownKey();
        } catch (IOException e) {
            // A configured machine requires a client certificate and closes the connection after it proved its own
            // identity.
            return recorder.provenKey();
        }
    }

    /** Uses a new TLS context, because a resumed session would show the key of an earlier handshake. */
    private void handshake(NodeAddress address, ProvenKeyRecorder recorder) throws IOException {
        int millis = Math.toIntExact(limit.toMillis());
        SSLSocketFactory tls = TalosTls.recording(recorder);
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address.host(), address.port()), millis);
            plain.setSoTimeout(millis);
            try (SSLSocket secured = (SSLSocket) tls.createSocket(plain, address.host(), address.port(), true)) {
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setApplicationProtocols(new String[] {"h2"});
                secured.setSSLParameters(parameters);
                secured.startHandshake();
            }
        }
    }
}
