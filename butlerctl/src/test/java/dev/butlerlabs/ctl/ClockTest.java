package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers whose clock differs from the one of this machine: the tool names the clock as the cause. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("slow")
class ClockTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"P1D, is not valid yet", "P-4000D, has expired"})
    void aCertificateThatIsNotValidNowIsBlamedOnTheClock(Duration serverAhead, String words) throws IOException {
        Clock theirs = Clock.offset(Clock.systemUTC(), serverAhead);
        try (EmbeddedApiServer server =
                EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withClock(theirs))) {
            ToolRun run = list(server.kubeconfig());

            assertThat(run.exitCode()).isEqualTo(ErrorKind.UNREACHABLE.exitCode());
            assertThat(run.err()).contains(words, "this machine's clock", "Check the clock of this machine");
            assertThat(run.err()).doesNotContain("CA file");
        }
    }

    @ParameterizedTest
    @CsvSource({"P1D, 24 hours behind", "P-3D, 3 days ahead of"})
    void rejectedCredentialsAreBlamedOnTheClockIfItDiffers(Duration serverAhead, String words) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> rejectAll(server, serverAhead));
            ToolRun run = list("""
                    apiVersion: v1
                    kind: Config
                    current-context: x
                    contexts:
                    - {name: x, context: {cluster: x, user: x}}
                    clusters:
                    - {name: x, cluster: {server: "http://127.0.0.1:%d"}}
                    users:
                    - {name: x, user: {token: t}}
                    """.formatted(server.getLocalPort()));

            assertThat(run.exitCode()).as(run.err()).isEqualTo(ErrorKind.DENIED.exitCode());
            assertThat(run.err()).contains("The clock of this machine is " + words + " the clock of the server");
        }
    }

    private ToolRun list(String kubeconfig) throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), kubeconfig);
        return BothTools.BUTLERCTL.run("cluster", "list", "--kubeconfig", file.toString());
    }

    private static void rejectAll(ServerSocket server, Duration ahead) {
        String body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"Unauthorized\","
                + "\"reason\":\"Unauthorized\",\"code\":401}";
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.getInputStream().read(new byte[8192]);
                String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        ZonedDateTime.now(ZoneOffset.UTC).plus(ahead));
                socket.getOutputStream()
                        .write("""
                        HTTP/1.1 401 Unauthorized\r
                        Date: %s\r
                        Content-Type: application/json\r
                        Content-Length: %d\r
                        Connection: close\r
                        \r
                        %s""".formatted(date, body.length(), body).getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
