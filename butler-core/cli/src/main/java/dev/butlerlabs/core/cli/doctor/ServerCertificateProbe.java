package dev.butlerlabs.core.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Reads the certificate that a server presents. Every connection ends during the handshake, so nothing is sent to a server that is not verified. */
final class ServerCertificateProbe {
    private static final int HTTPS = 443;

    private ServerCertificateProbe() {}

    /** Returns the certificate; empty if the server does not present one in time. */
    static Optional<X509Certificate> read(URI server, Duration limit) {
        AtomicReference<X509Certificate> seen = new AtomicReference<>();
        int port = server.getPort() < 0 ? HTTPS : server.getPort();
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(server.getHost(), port), Math.toIntExact(limit.toMillis()));
            plain.setSoTimeout(Math.toIntExact(limit.toMillis()));
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new Recorder(seen)}, null);
            try (SSLSocket socket =
                    (SSLSocket) tls.getSocketFactory().createSocket(plain, server.getHost(), port, true)) {
                socket.startHandshake();
            }
        } catch (IOException | GeneralSecurityException refused) {
            // The recorder always refuses; what counts is what it has seen before.
            return Optional.ofNullable(seen.get());
        }
        return Optional.ofNullable(seen.get());
    }

    /** Records the certificate and refuses it. */
    private static final class Recorder extends X509ExtendedTrustManager {
        private final AtomicReference<X509Certificate> seen;

        Recorder(AtomicReference<X509Certificate> seen) {
            this.seen = seen;
        }

        private void record(X509Certificate... chain) throws CertificateException {
            seen.set(chain[0]);
            throw new CertificateException("recorded only");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            record(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            record(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            record(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            record(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            record(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            record(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
