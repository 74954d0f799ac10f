package dev.butlerlabs.core.talos.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

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
            RecordedHandshake.run(address, limit, recorder, "h2");
            return recorder.shownKey();
        } catch (IOException e) {
            // A configured machine requires a client certificate and closes the connection after it proved its own
            // identity.
            return recorder.provenKey();
        }
    }
}
