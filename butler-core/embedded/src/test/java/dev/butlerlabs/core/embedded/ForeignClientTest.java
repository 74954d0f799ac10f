package dev.butlerlabs.core.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server does with clients that speak plain HTTP over a socket, and badly. */
@Tag("slow")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForeignClientTest {
    private static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

    /** Gives up on a client after a second. */
    private static EmbeddedApiServer server;

    @BeforeAll
    static void start() {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withReadTimeout(Duration.ofSeconds(1)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api HTT",
                "GET /api HTTP/1.1\r\n",
                "GET /api HTTP/1.1\r\nHost: x\r\n%sAccep",
                "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: x\r\n%sContent-Length: 100\r\n\r\n{\"meta",
                "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: x\r\n%sTransfer-Encoding: chunked\r\n\r\n10\r\n{\"me"
            })
    void aHalfSentRequestIsGivenUp(String request) throws Exception {
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(request.formatted(authorization(server)).getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();

            InputStream in = socket.getInputStream();

            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).doesNotContain("201 Created");
        }
    }

    @Test
    void aConnectionWithoutATlsHandshakeIsGivenUp() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
            socket.setSoTimeout(12_000);
            socket.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1});

            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }

    /** Each byte arrives within the limit, the headers as a whole do not. */
    @Test
    void headersThatArriveByteByByteAreGivenUp() throws Exception {
        try (Socket socket = connect(server)) {
            socket.setSoTimeout(200);
            socket.getOutputStream().write("GET /api HTTP/1.1\r\nHost: x\r\nX-Slow: ".getBytes(StandardCharsets.UTF_8));
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();

            while (!isClosed(socket)) {
                assertThat(System.nanoTime()).as("the connection is still open").isLessThan(end);
            }
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write('x');
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException | SSLException e) {
            return true;
        }
    }

    @Test
    void impersonationWithOtherHeadersIsRefused() throws Exception {
        String answer = ask(
                server, "GET /api/v1/namespaces/default HTTP/1.1\r\nImpersonate-User: bob\r\nimpersonate-uid: 7\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 501")
                .contains("\"kind\":\"Status\"", "impersonation with impersonate-uid is not supported");
    }

    @Test
    void impersonatedGroupsNeedAUser() throws Exception {
        String answer = ask(server, "GET /api/v1/namespaces/default HTTP/1.1\r\nImpersonate-Group: system:masters\r\n");

        assertThat(answer).startsWith("HTTP/1.1 500").contains("without impersonating a user");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET pods/x/log",
                "POST pods/x/exec",
                "POST pods/x/attach",
                "POST pods/x/portforward",
                "GET services/x/proxy"
            })
    void whatNeedsAKubeletIsRefusedByName(String request) throws Exception {
        String[] words = request.split(" ", 2);
        String answer = ask(server, words[0] + " /api/v1/namespaces/default/" + words[1] + " HTTP/1.1\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 501")
                .contains("\"kind\":\"Status\"", "is not supported by the embedded API");
    }

    @Test
    void agesInATableWatchAreComputedPerEvent() throws Exception {
        NOW.set(Instant.parse("2026-01-01T00:00:00Z"));
        InstantSource clock = NOW::get;
        try (EmbeddedApiServer timed = EmbeddedApiServer.start(
                        EmbeddedApiOptions.inMemory().withClock(clock.withZone(ZoneOffset.UTC)));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(timed.kubeconfig(), "test"));
                Socket socket = connect(timed)) {
            createConfigMap(client, "old");
            socket.getOutputStream()
                    .write(("GET /api/v1/namespaces/default/configmaps?watch=true HTTP/1.1\r\nHost: x\r\n"
                                    + authorization(timed)
                                    + "Accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            // The watch has started when it sends the object that exists.
            readUntil(in, "\"cells\"");
            assertThat(readUntil(in, "]")).contains("\"0s\"");
            NOW.set(Instant.parse("2026-01-01T00:01:00Z"));
            createConfigMap(client, "new");
            readUntil(in, "\"cells\"");
            assertThat(readUntil(in, "]")).contains("\"0s\"");
            NOW.set(Instant.parse("2026-01-01T00:01:30Z"));
            client.configMaps().inNamespace("default").withName("new").delete();
            readUntil(in, "\"cells\"");
            assertThat(readUntil(in, "]")).contains("30s");
            // Closing waits for the other side, which does not end the watch before the server closes.
            socket.setSoTimeout(1);
        }
    }

    private static void createConfigMap(KubernetesClient client, String name) {
        client.raw(
                "/api/v1/namespaces/default/configmaps",
                "POST",
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}".formatted(name));
    }

    private static String readUntil(InputStream in, String end) throws Exception {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            int next;
            try {
                next = in.read();
            } catch (SocketTimeoutException e) {
                throw new AssertionError("only received: " + text, e);
            }
            assertThat(next).as("connection closed after: " + text).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }

    private static String ask(EmbeddedApiServer server, String head) throws Exception {
        try (Socket socket = connect(server)) {
            String request =
                    head + "Host: x\r\n" + authorization(server) + "Connection: close\r\nContent-Length: 0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String authorization(EmbeddedApiServer server) {
        Matcher token = Pattern.compile("token: \"?([^\"\\s]+)").matcher(server.kubeconfig());
        assertThat(token.find()).isTrue();
        return "Authorization: Bearer " + token.group(1) + "\r\n";
    }

    private static Socket connect(EmbeddedApiServer server) throws Exception {
        URI address = server.uri();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anyone()}, null);
        Socket socket = context.getSocketFactory().createSocket(address.getHost(), address.getPort());
        socket.setSoTimeout(12_000);
        return socket;
    }

    /** The certificate is not the subject of these tests. */
    private static final class Anyone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
