package dev.butlerlabs.core.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that prefer different ciphers. */
@Timeout(20)
class CipherChoiceTest {
    private final ServerIdentity identity = ServerIdentity.in(Optional.empty(), Instant.now());

    @ParameterizedTest
    @CsvSource({
        "TLS_AES_128_GCM_SHA256, TLS_CHACHA20_POLY1305_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256, TLS_AES_128_GCM_SHA256"
    })
    void theServerUsesTheCipherThatTheClientPrefers(String first, String second) throws Exception {
        try (HttpListener listener = HttpListener.open(0, identity.tls(), false, Duration.ofSeconds(20), _ -> {
                    throw new IllegalStateException("the client sends no request");
                });
                SSLSocket socket = (SSLSocket) client().getSocketFactory().createSocket("127.0.0.1", listener.port())) {
            socket.setEnabledCipherSuites(new String[] {first, second});
            socket.startHandshake();

            assertThat(socket.getSession().getCipherSuite()).isEqualTo(first);
        }
    }

    private SSLContext client() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null);
        trusted.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(identity.authorityPem().getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
