package dev.butlerlabs.ctl.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.oidc.HttpOidcClient;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.identity.oidc.IdTokenVerifier;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.identity.oidc.SigningKeyCache;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.testing.LoginPageBrowser;
import dev.butlerlabs.core.testing.OidcProviderProcess;
import dev.butlerlabs.ctl.Butlerctl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logs in at oidc-provider, which was written by others. */
@Tag("process")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OidcLoginTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Tool BUTLERCTL = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands);

    @TempDir
    private static Path shared;

    private static OidcProviderProcess provider;

    @TempDir
    private Path folder;

    private Tool tool;

    @BeforeAll
    static void start() throws IOException {
        provider = OidcProviderProcess.start(shared);
    }

    @AfterAll
    static void stop() {
        if (provider != null) {
            provider.close();
        }
    }

    @BeforeEach
    void writeKubeconfig() {
        tool = BUTLERCTL
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .with("KUBECONFIG", folder.resolve("kubeconfig").toString());
        new KubeconfigFile(folder.resolve("kubeconfig"))
                .write(Kubeconfig.of("prod", Map.of("server", "https://127.0.0.1:1"), Map.of("token", "operator")));
    }

    private LoginRun login(String clientId, String... more) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("login", "--issuer", provider.issuer(), "--client-id", clientId, "--no-browser"));
        words.addAll(List.of(more));
        return LoginRun.start(tool, words.toArray(String[]::new));
    }

    private ToolRun loggedIn(String clientId, String... more) throws IOException, InterruptedException {
        LoginRun login = login(clientId, more);
        try (LoginPageBrowser browser = LoginPageBrowser.of("ada")) {
            assertThat(browser.complete(login.address())).contains("You can close this page");
        }
        ToolRun run = login.finish();
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private ToolRun credential(String clientId) {
        return tool.run("credential", "--issuer", provider.issuer(), "--client-id", clientId);
    }

    private static String token(ToolRun run) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return JSON.readTree(run.out()).at("/status/token").asText();
    }

    private static IdToken verify(String token, String clientId, Clock clock) {
        try (HttpOidcClient http = HttpOidcClient.verified()) {
            OidcProviderReader reader = new OidcProviderReader(http);
            OidcMetadata metadata = reader.discover(provider.issuer());
            SigningKeyCache keys = new SigningKeyCache(() -> reader.keys(metadata));
            return new IdTokenVerifier(provider.issuer(), clientId, keys, clock).verify(token, Optional.empty());
        }
    }

    private static JsonNode state(String request) throws IOException, InterruptedException {
        try (LoginPageBrowser browser = LoginPageBrowser.of("nobody")) {
            return JSON.readTree(browser.get(provider.issuer() + "/test/" + request));
        }
    }

    private Path stored() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("home/logins"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** As if the token had been issued long ago. */
    private void expire() throws IOException {
        Path file = stored();
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceAll("\"expiry\" : \"[^\"]*\"", "\"expiry\" : \"2026-01-01T01:00:00Z\"")
                        .replaceAll("\"issuedAt\" : \"[^\"]*\"", "\"issuedAt\" : \"2026-01-01T00:00:00Z\""));
    }

    private List<String> secrets() throws IOException {
        JsonNode login = JSON.readTree(Files.readString(stored()));
        return List.of(
                login.path("idToken").asText(), login.path("refreshToken").asText());
    }

    @Test
    void logsInWithABrowser() throws IOException, InterruptedException {
        ToolRun run = loggedIn("butler");

        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("Logged in as ada@example.com at " + provider.issuer(), "Added context prod-oidc")
                .doesNotContain(secrets());
        Kubeconfig kubeconfig = new KubeconfigFile(folder.resolve("kubeconfig")).read();
        assertThat(kubeconfig.contexts()).containsExactly("prod", "prod-oidc");
        assertThat(kubeconfig.currentContext()).contains("prod-oidc");
        assertThat(kubeconfig.server("prod-oidc")).contains("https://127.0.0.1:1");
        assertThat(kubeconfig.toYaml()).contains("credential", "BUTLER_HOME").doesNotContain(secrets());
        assertThat(Files.getPosixFilePermissions(stored())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(stored().getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));

        ToolRun credential = credential("butler");
        JsonNode document = JSON.readTree(credential.out());
        assertThat(document.path("apiVersion").asText()).isEqualTo("client.authentication.k8s.io/v1");
        assertThat(document.path("kind").asText()).isEqualTo("ExecCredential");
        IdToken token = verify(token(credential), "butler", Clock.systemUTC());
        assertThat(token.groups()).containsExactly("platform", "auditors");
        assertThat(document.at("/status/expirationTimestamp").asText())
                .isEqualTo(token.expiry().toString());
    }

    @Test
    void logsInAgainWithTheContextAlone() throws IOException, InterruptedException {
        loggedIn("confidential", "--client-secret-file", secretFile());
        LoginRun again = LoginRun.start(tool, "login", "--no-browser");
        try (LoginPageBrowser browser = LoginPageBrowser.of("bob")) {
            browser.complete(again.address());
        }
        ToolRun run = again.finish();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("Logged in as bob@example.com", "Context prod-oidc", "is up to date");
        assertThat(run.err()).doesNotContain("s3cr&t");
    }

    private String secretFile() throws IOException {
        return Files.writeString(folder.resolve("secret"), "s3cr&t +%\n").toString();
    }

    @Test
    void reportsARejectedSecret() throws IOException, InterruptedException {
        LoginRun login = login("confidential");
        try (LoginPageBrowser browser = LoginPageBrowser.of("ada")) {
            browser.complete(login.address());
        }
        ToolRun run = login.finish();

        assertThat(run.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(run.err()).contains("invalid_client", "--client-secret-file", "BTL-0404");
        assertThat(folder.resolve("home/logins")).doesNotExist();
    }

    @Test
    void reportsAnAbortedLogin() throws IOException, InterruptedException {
        LoginRun login = login("butler");
        try (LoginPageBrowser browser = LoginPageBrowser.of("ada")) {
            assertThat(browser.abort(login.address())).contains("The login was rejected");
        }
        ToolRun run = login.finish();

        assertThat(run.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(run.err()).contains("access_denied");
        assertThat(new KubeconfigFile(folder.resolve("kubeconfig")).read().contexts())
                .containsExactly("prod");
    }

    @Test
    void logsInWithACodeOnAnotherDeviceAndWithoutOtherCredentials() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: prod, cluster: {server: "https://127.0.0.1:1"}}]
                contexts: [{name: prod, context: {cluster: prod}}]
                current-context: prod
                """);
        LoginRun login =
                login("butler-ec", "--device", "--output", folder.resolve("own").toString());
        try (LoginPageBrowser browser = LoginPageBrowser.of("ada")) {
            assertThat(browser.complete(login.address())).contains("Sign-in Success");
        }
        ToolRun run = login.finish();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("enter the code", "Waiting for the approval", "Logged in as ada@example.com");
        assertThat(new KubeconfigFile(folder.resolve("kubeconfig")).read().contexts())
                .containsExactly("prod");
        assertThat(new KubeconfigFile(folder.resolve("own")).read().currentContext())
                .contains("prod-oidc");
        assertThat(Files.getPosixFilePermissions(folder.resolve("own")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        verify(token(credential("butler-ec")), "butler-ec", Clock.systemUTC());
    }

    @Test
    void refreshesOnceForManyProcesses() throws IOException, InterruptedException {
        loggedIn("butler");
        List<String> before = secrets();
        expire();
        int refreshes = state("state").path("refreshes").asInt();

        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(tool.start("credential", "--issuer", provider.issuer(), "--client-id", "butler"));
        }
        List<String> tokens = new ArrayList<>();
        for (Process process : processes) {
            tokens.add(token(Tool.finish(process)));
        }

        assertThat(tokens).containsOnly(secrets().getFirst()).doesNotContain(before.getFirst());
        assertThat(secrets().getLast()).isNotEqualTo(before.getLast());
        assertThat(state("state").path("refreshes").asInt()).isEqualTo(refreshes + 1);
        IdToken token = verify(tokens.getFirst(), "butler", Clock.systemUTC());
        assertThat(token.groups()).containsExactly("platform", "auditors");
    }

    @Test
    void logsNoTokens() throws IOException, InterruptedException {
        loggedIn("confidential", "--client-secret-file", secretFile(), "-vv");
        List<String> before = secrets();
        expire();

        ToolRun run = tool.run("credential", "--issuer", provider.issuer(), "--client-id", "confidential", "-vv");

        assertThat(token(run)).isEqualTo(secrets().getFirst());
        assertThat(run.err()).doesNotContain(before).doesNotContain(secrets()).doesNotContain("s3cr&t");
    }

    @Test
    void stopsToWaitForABrowser() throws IOException, InterruptedException {
        LoginRun login = login("butler", "--timeout", "1s");
        ToolRun run = login.finish();

        assertThat(run.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(run.err()).contains("Waiting for the login in the browser: up to 1 seconds", "--device");
    }

    @Test
    void printsTheLoginCommandIfTheRefreshTokenIsRejected() throws IOException, InterruptedException {
        loggedIn("butler");
        expire();
        String used = Files.readString(stored());
        token(credential("butler"));
        Files.writeString(stored(), used);

        ToolRun run = credential("butler");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("The login of ada@example.com at %s has expired".formatted(provider.issuer()))
                .contains("Run: butlerctl login --issuer %s --client-id butler".formatted(provider.issuer()))
                .contains("BTL-0403");
        assertThat(Files.readString(stored())).doesNotContain("refreshToken");
    }

    @Test
    void warnsIfTheProviderIssuesNoRefreshToken() throws IOException, InterruptedException {
        assertThat(loggedIn("no-refresh").err()).contains("issued no refresh token");
        expire();

        assertThat(credential("no-refresh").err()).contains("Run: butlerctl login");
    }

    @Test
    void rejectsTokensForAnotherClientAndExpiredOnes() throws IOException, InterruptedException {
        loggedIn("butler");
        String token = token(credential("butler"));

        assertThatThrownBy(() -> verify(token, "butler-ec", Clock.systemUTC()))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(paths(e)).containsExactly("aud"));
        assertThatThrownBy(() -> verify(token, "butler", Clock.offset(Clock.systemUTC(), Duration.ofHours(2))))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(paths(e)).containsExactly("exp"));
    }

    private static List<String> paths(ButlerException failure) {
        return failure.problems().stream().map(InputProblem::path).toList();
    }

    @Test
    void continuesAfterTheProviderHasReplacedItsKeys() throws IOException, InterruptedException {
        loggedIn("butler");
        String before = token(credential("butler"));
        try (HttpOidcClient http = HttpOidcClient.verified()) {
            OidcProviderReader reader = new OidcProviderReader(http);
            OidcMetadata metadata = reader.discover(provider.issuer());
            IdTokenVerifier verifier = new IdTokenVerifier(
                    provider.issuer(), "butler", new SigningKeyCache(() -> reader.keys(metadata)), Clock.systemUTC());
            verifier.verify(before, Optional.empty());

            state("rotate");
            expire();
            String after = token(credential("butler"));

            assertThat(verifier.verify(after, Optional.empty()).subject()).isEqualTo("ada");
            assertThatThrownBy(() -> verifier.verify(before, Optional.empty()))
                    .hasMessageContaining("does not publish");
        }
    }

    @Test
    void logsOutAndRevokesTheRefreshToken() throws IOException, InterruptedException {
        loggedIn("butler");
        expire();
        Path file = stored();
        String kept = Files.readString(file);

        ToolRun run = tool.run("logout");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("Logged out ada@example.com", "and revoked the refresh token");
        assertThat(file).doesNotExist();
        assertThat(credential("butler").err()).contains("You are not logged in", "Run: butlerctl login");
        Files.writeString(file, kept);
        assertThat(credential("butler").exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
    }
}
