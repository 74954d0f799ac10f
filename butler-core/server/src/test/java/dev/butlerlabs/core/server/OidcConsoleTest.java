package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.oidc.ClaimNames;
import dev.butlerlabs.core.server.login.NamedProvider;
import dev.butlerlabs.core.testing.LoginPageBrowser;
import dev.butlerlabs.core.testing.OidcProviderProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logs in at the console of a platform with oidc-provider, which was written by others. */
@Tag("process")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OidcConsoleTest {
    @TempDir
    private static Path folder;

    private static OidcProviderProcess provider;
    private static ConsoleTestBed bed;
    private static ConsoleServer console;

    @BeforeAll
    static void start() throws Exception {
        provider = OidcProviderProcess.start(folder);
        bed = new ConsoleTestBed();
        bed.namespace("team-a");
        bed.grantIn(
                "team-a",
                "ada@example.com",
                rule("butler.butlerlabs.dev", List.of("tenantclusters"), "get", "list", "watch"));
        int port = freePort();
        console = ConsoleServer.start(ConsoleSettings.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                new ConsoleMode.Cluster(
                        bed.admin,
                        URI.create("http://127.0.0.1:" + port),
                        ConsoleMode.Impersonation.USER_AND_GROUPS,
                        List.of(
                                new NamedProvider("corporate", "Corporate", client()),
                                new NamedProvider(
                                        "directory",
                                        "Directory",
                                        client(),
                                        new ClaimNames("upn", "roles"),
                                        "",
                                        "",
                                        Optional.empty())),
                        true,
                        Optional.empty()),
                "prod"));
    }

    private static LoginSettings client() {
        return new LoginSettings(provider.issuer(), "butler", Optional.empty(), Optional.empty(), List.of());
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    static void stop() {
        if (provider != null) {
            console.close();
            bed.close();
            provider.close();
        }
    }

    @Test
    void aUserActsWithTheirOwnPermissionsAfterALogin() throws Exception {
        try (ConsoleBrowser browser = new ConsoleBrowser(console.url())) {
            login(browser, "ada", "/clusters");
            JsonNode me = browser.json("/api/auth/me");
            browser.csrf = me.path("csrfToken").asText();

            assertThat(me.at("/user/name").asText()).isEqualTo("ada@example.com");
            assertThat(me.at("/user/groups").toString()).contains("platform", "auditors");
            assertThat(browser.get("/api/clusters?namespace=team-a").statusCode())
                    .isEqualTo(200);
            assertThat(browser.get("/api/clusters").statusCode()).isEqualTo(403);
            assertThat(browser.get("/api/management/nodes").statusCode()).isEqualTo(403);
            assertThat(browser.send("POST", "/api/auth/refresh", "").statusCode())
                    .isEqualTo(204);
            assertThat(browser.send("POST", "/api/auth/logout", "").statusCode())
                    .isEqualTo(204);
            assertThat(browser.get("/api/auth/me").statusCode()).isEqualTo(401);
        }
    }

    /** The browser of a test follows no redirects; the forms of the provider are sent by another one, whose last page is the callback. */
    private static HttpResponse<String> login(ConsoleBrowser browser, String user, String returnTo) throws Exception {
        return login(browser, "corporate", user, returnTo);
    }

    private static HttpResponse<String> login(ConsoleBrowser browser, String providerName, String user, String returnTo)
            throws Exception {
        HttpResponse<String> start =
                browser.get("/api/auth/login/sso?provider=%s&returnTo=%s".formatted(providerName, returnTo));
        assertThat(start.statusCode()).as(start.body()).isEqualTo(302);
        browser.keepCookie(start);
        URI callback;
        try (LoginPageBrowser person = LoginPageBrowser.of(user)) {
            callback = person.redirect(
                    URI.create(start.headers().firstValue("location").orElseThrow()), "/api/auth/callback");
        }
        HttpResponse<String> finish = browser.get(callback.toString());
        assertThat(finish.statusCode()).isEqualTo(302);
        browser.keepSessionCookie(finish);
        return finish;
    }

    @Test
    void theClaimsOfTheProviderNameTheUser() throws Exception {
        try (ConsoleBrowser browser = new ConsoleBrowser(console.url())) {
            login(browser, "directory", "ada", "/clusters");
            JsonNode user = browser.json("/api/auth/me").path("user");

            assertThat(user.path("name").asText()).isEqualTo("ada@corp.example.com");
            assertThat(user.path("groups").toString()).contains("operators").doesNotContain("platform");
        }
    }

    @Test
    void theBrowserReturnsToThePageItCameFrom() throws Exception {
        try (ConsoleBrowser browser = new ConsoleBrowser(console.url())) {
            assertThat(login(browser, "bob", "/teams").headers().firstValue("location"))
                    .contains("/teams");
        }
    }

    /** Otherwise an attacker could log a victim in as the attacker. */
    @Test
    void aLoginOfAnotherBrowserIsNotFinished() throws Exception {
        try (ConsoleBrowser attacker = new ConsoleBrowser(console.url());
                ConsoleBrowser victim = new ConsoleBrowser(console.url());
                LoginPageBrowser person = LoginPageBrowser.of("mallory")) {
            HttpResponse<String> start = attacker.get("/api/auth/login/sso?provider=corporate");
            URI callback = person.redirect(
                    URI.create(start.headers().firstValue("location").orElseThrow()), "/api/auth/callback");

            HttpResponse<String> response = victim.get(callback.toString());

            assertThat(response.headers().firstValue("location")).contains("/login?error=rejected");
            assertThat(response.headers().allValues("set-cookie"))
                    .noneMatch(header -> header.startsWith("butler_session="));
        }
    }

    @Test
    void aTokenOfTheKubernetesApiLogsIn() throws Exception {
        try (ConsoleBrowser browser = new ConsoleBrowser(console.url())) {
            String token = bed.token();
            HttpResponse<String> login =
                    browser.send("POST", "/api/auth/login", Optional.of("{\"token\": \"" + token + "\"}"), Map.of());
            assertThat(login.statusCode()).as(login.body()).isEqualTo(204);
            browser.keepSessionCookie(login);

            assertThat(browser.json("/api/auth/me").at("/user/groups").toString())
                    .contains("system:masters");
            assertThat(browser.send("POST", "/api/auth/login", Optional.of("{\"token\": \"wrong\"}"), Map.of())
                            .statusCode())
                    .isEqualTo(401);
        }
    }
}
