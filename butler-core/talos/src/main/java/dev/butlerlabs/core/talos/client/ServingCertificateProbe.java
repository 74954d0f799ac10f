package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;

/** Reads the certificate that a TLS server shows. Verifies nothing and sends no request. Thread-safe. */
public final class ServingCertificateProbe {
    private final Duration limit;

    /** Creates a probe. The limit is the maximum time to connect, and for each response of the server. */
    public ServingCertificateProbe(Duration limit) {
        this.limit = limit;
    }

    /**
     * Returns the certificate.
     *
     * @throws ButlerException with UNREACHABLE if no TLS server answers
     */
    public X509Certificate read(NodeAddress address) {
        ProvenKeyRecorder recorder = new ProvenKeyRecorder();
        Optional<IOException> failure = Optional.empty();
        try {
            RecordedHandshake.run(address, limit, recorder, "h2", "http/1.1");
        } catch (IOException e) {
            // Servers that require a client certificate close the connection after they showed their own.
            failure = Optional.of(e);
        }
        String reason = failure.map(IOException::getMessage).orElse("the server showed no certificate");
        return recorder.shownCertificate()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREACHABLE,
                        "Cannot read the certificate of %s: %s.".formatted(address.authority(), reason)));
    }
}
