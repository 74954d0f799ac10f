package dev.butlerlabs.adm.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program {@code butleradm console} in front of an embedded API. */
@Tag("process")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ConsoleCommandTest {
    private static final HttpClient BROWSER = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private EmbeddedApiServer server;
    private Path kubeconfig;
    private Process console;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
    }

    @AfterEach
    void stop() {
        if (console != null) {
            console.destroyForcibly();
        }
        server.close();
    }

    @Test
    void logsABrowserInWithEachLinkOnce() throws Exception {
        console = tool().start("console", "-o", "json", "--kubeconfig", kubeconfig.toString());
        JsonNode printed = new ObjectMapper()
                .readTree(console.inputReader()
                                .lines()
                                .takeWhile(line -> !line.equals("}"))
                                .reduce("", String::concat) + "}");
        URI link = URI.create(printed.path("link").asText());
        assertThat(printed.path("url").asText()).startsWith("http://127.0.0.1:");
        assertThat(get(link, "").statusCode()).isBetween(302, 303);
    }

    @Test
    void reportsAnUnreachableServerBeforeItServes() {
        server.close();
        ToolRun run = tool().run("console", "--kubeconfig", kubeconfig.toString());
        assertThat(run.exitCode()).isEqualTo(ErrorKind.UNREACHABLE.exitCode());
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("cannot connect to the server https://127.0.0.1:", "connection refused");
    }

    @Test
    void namesTheContextsIfTheSelectedOneDoesNotExist() {
        ToolRun run = tool().run("console", "--kubeconfig", kubeconfig.toString(), "--context", "nosuch");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("has no context \"nosuch\"", "Available contexts: ");
    }

    @Test
    void reportsAPortThatIsInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ToolRun run = tool().run(
                            "console",
                            "--kubeconfig",
                            kubeconfig.toString(),
                            "--port",
                            Integer.toString(other.getLocalPort()));

            assertThat(run.exitCode()).isEqualTo(ErrorKind.ENVIRONMENT.exitCode());
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .contains("Cannot listen on 127.0.0.1:%d: the port is in use by another process."
                            .formatted(other.getLocalPort()));
        }
    }

    @Test
    void keepsTheLinkOutOfTheArgumentsOfTheBrowser() throws Exception {
        Path opened = folder.resolve("opened");
        Path browser = Files.writeString(
                folder.resolve("browser"),
                "#!/bin/sh\nprintf '%s' \"$1\" >'" + opened + ".part' && mv '" + opened + ".part' '" + opened + "'\n");
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        console = tool().with("BROWSER", browser.toString())
                .start("console", "--open", "--kubeconfig", kubeconfig.toString());
        TestAwait.upTo(Duration.ofSeconds(60), "the browser").until(() -> Files.exists(opened));

        Path page = Path.of(URI.create(Files.readString(opened)));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                .isEqualTo("rw-------");
        String link = Files.readString(page).replaceAll("(?s).*<a href=\"([^\"]+)\".*", "$1");
        HttpResponse<String> login = get(URI.create(link), "");
        assertThat(login.statusCode()).isBetween(302, 303);
        assertThat(get(URI.create(link), "").statusCode()).isEqualTo(401);

        String cookie = login.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        JsonNode me = new ObjectMapper()
                .readTree(get(URI.create(link).resolve("/api/auth/me"), cookie).body());
        assertThat(me.path("mode").asText()).isEqualTo("loopback");
        assertThat(me.path("user").path("name").asText()).isNotEmpty();

        console.destroy();
        assertThat(console.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(console.exitValue()).isEqualTo(143);
        try (Stream<Path> left = Files.list(page.getParent())) {
            assertThat(left).isEmpty();
        }
    }

    private Tool tool() {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", folder.resolve("home").toString());
    }

    private static HttpResponse<String> get(URI address, String cookie) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        return BROWSER.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
