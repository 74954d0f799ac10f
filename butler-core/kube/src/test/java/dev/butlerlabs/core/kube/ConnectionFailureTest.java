package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateExpiredException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages about requests that got no useful response name the server and the cause. */
class ConnectionFailureTest {
    static Stream<Arguments> causes() {
        String unreachable = "cannot connect to the server https://127.0.0.1:6443: ";
        return Stream.of(
                Arguments.of(new ConnectException("Connection refused"), unreachable + "connection refused."),
                Arguments.of(
                        causedBy(new ConnectException(), new ClosedChannelException()),
                        unreachable + "connection refused."),
                Arguments.of(
                        causedBy(new ConnectException(), new UnresolvedAddressException()),
                        unreachable + "unknown host."),
                Arguments.of(
                        new HttpConnectTimeoutException("HTTP connect timed out"),
                        unreachable + "connection timed out."),
                Arguments.of(
                        new IOException(new CertificateExpiredException("NotAfter: yesterday")),
                        "the server https://127.0.0.1:6443 has a certificate that has expired"),
                Arguments.of(
                        new KubernetesClientException("Unauthorized", 401, null),
                        "the server https://127.0.0.1:6443 rejected the credentials: "));
    }

    private static Exception causedBy(Exception outer, Exception cause) {
        outer.initCause(cause);
        return outer;
    }

    @ParameterizedTest
    @MethodSource("causes")
    void nameServerAndCause(Exception failure, String message) {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("https://127.0.0.1:6443")
                        .build())
                .build()) {
            assertThatThrownBy(() -> KubeErrorMapper.translating(client, "reading Secret x", () -> {
                        throw failure instanceof KubernetesClientException known
                                ? known
                                : new KubernetesClientException("Operation failed", failure);
                    }))
                    .message()
                    .startsWith("Reading Secret x failed: " + message);
        }
    }
}
