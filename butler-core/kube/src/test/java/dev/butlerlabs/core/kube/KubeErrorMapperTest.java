package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("process")
@Timeout(60)
class KubeErrorMapperTest {
    private static final KubeConnector CONNECTOR =
            new KubeConnector("butler-test", Duration.ofSeconds(2), Duration.ofSeconds(1));

    @ParameterizedTest
    @CsvSource({
        "401, Unauthorized, UNAUTHENTICATED",
        "403, Forbidden, FORBIDDEN",
        "404, NotFound, NOT_FOUND",
        "409, AlreadyExists, CONFLICT",
        "409, Conflict, CONFLICT",
        "410, Expired, CONFLICT",
        "422, Invalid, INVALID_INPUT",
        "400, BadRequest, INVALID_INPUT",
        "413, RequestEntityTooLarge, INVALID_INPUT",
        "429, TooManyRequests, UNREACHABLE",
        "500, InternalError, UNREACHABLE",
        "500, ServerTimeout, TIMEOUT",
        "503, ServiceUnavailable, UNREACHABLE",
        "504, Timeout, TIMEOUT"
    })
    void turnsTheAnswerOfAServerIntoAKind(int status, String reason, ErrorCode expected) throws IOException {
        String body = """
                {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"%s","code":%d,"message":"the server says %s",
                 "details":{"causes":[{"reason":"FieldValueInvalid","field":"spec.cpu","message":"must be at least 1"}]}}
                """.formatted(reason, status, reason);
        ButlerException e = answered(status, body);

        assertThat(e.code()).isEqualTo(expected);
        assertThat(e).hasMessage("Reading pods failed: the server says %s.".formatted(reason));
        assertThat(e.problems()).containsExactly(new InputProblem("spec.cpu", "must be at least 1"));
        assertThat(e.getCause()).isNotNull();
    }

    @Test
    void aMissingNamespaceIsNamedWithTheCommandThatCreatesIt() throws IOException {
        ButlerException e = answered(404, """
                {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404,
                 "message":"namespaces \\"nope\\" not found","details":{"name":"nope","kind":"namespaces"}}
                """);

        assertThat(e).hasMessage("Reading pods failed: namespace \"nope\" does not exist.");
        assertThat(e.hint()).contains("--namespace", "'kubectl create namespace nope'");
    }

    private static ButlerException answered(int status, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            return failureOf("http://127.0.0.1:" + server.getAddress().getPort());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServerThatIsNotThereIsUnreachable() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(failureOf("https://127.0.0.1:" + port).code()).isEqualTo(ErrorCode.UNREACHABLE);
    }

    @Test
    void aServerThatNeverAnswersIsATimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            assertThat(failureOf("http://127.0.0.1:" + silent.getLocalPort()).code())
                    .isEqualTo(ErrorCode.TIMEOUT);
        }
    }

    @Test
    void aCertificateOfAStrangerIsNotTrusted() throws Exception {
        try (Certificates.Server server = Certificates.serve()) {
            ButlerException e = failureOf("https://127.0.0.1:" + server.port());

            assertThat(e.code()).isEqualTo(ErrorCode.UNTRUSTED_CERTIFICATE);
        }
    }

    @Test
    void anInterruptionIsACancellation() {
        assertThat(KubeErrorMapper.translate("x", new IllegalStateException(new InterruptedException()))
                        .code())
                .isEqualTo(ErrorCode.CANCELLED);
    }

    @Test
    void whatNobodyForesawIsInternalAndKeepsItsCause() {
        IllegalStateException bug = new IllegalStateException("index 7");

        ButlerException e = KubeErrorMapper.translate("counting", bug);

        assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(e).hasMessage("Counting failed: IllegalState: index 7.").hasCause(bug);
    }

    @Test
    void whatIsToldAlreadyStaysAsItIs() {
        ButlerException told = new ButlerException(ErrorCode.PROVIDER, "No quota.");

        assertThat(KubeErrorMapper.translate("creating", told)).isSameAs(told);
    }

    private static ButlerException failureOf(String address) {
        Kubeconfig kubeconfig = Kubeconfig.of("test", Map.of("server", address), Map.of("token", "t"));
        try (KubernetesClient client = CONNECTOR.connect(kubeconfig)) {
            return catchThrowableOfType(
                    ButlerException.class,
                    () -> KubeErrorMapper.translating(
                            "reading pods", () -> client.pods().inAnyNamespace().list()));
        }
    }
}
