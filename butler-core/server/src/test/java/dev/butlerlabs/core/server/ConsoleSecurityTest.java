package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.server.http.RequestLimit;
import dev.butlerlabs.core.server.http.TrustedProxies;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attacks on the console, one for each entry of the table in docs/security.md. */
@Tag("slow")
class ConsoleSecurityTest {
    private static final String NAMESPACE = "team-a";
    private static ConsoleTestBed bed;
    private static ConsoleServer console;
    private static ConsoleBrowser browser;

    @BeforeAll
    static void start() {
        bed = new ConsoleTestBed();
        bed.namespace(NAMESPACE);
        bed.create(ConsoleTestBed.cluster(NAMESPACE, "web"));
        console = bed.loopback();
        browser = ConsoleBrowser.loggedIn(console);
    }

    @AfterAll
    static void stop() {
        browser.close();
        console.close();
        bed.close();
    }

    @Test
    void aLoginNeverUsesASessionIdOfTheBrowser() {
        ConsoleBrowser victim = new ConsoleBrowser(console.url());
        victim.cookie = Optional.of("butler_session=chosen-by-an-attacker");
        HttpResponse<String> login = victim.get(console.createLink().toString());
        victim.keepCookie(login);
        String first = victim.cookie.orElseThrow();

        assertThat(first).doesNotContain("chosen-by-an-attacker").hasSizeGreaterThan(40);
        victim.keepCookie(victim.get(console.createLink().toString()));
        ConsoleBrowser former = new ConsoleBrowser(console.url());
        former.cookie = Optional.of(first);
        assertThat(victim.cookie.orElseThrow()).isNotEqualTo(first);
        assertThat(former.get("/api/auth/me").statusCode()).isEqualTo(401);
    }

    @Test
    void theSessionCookieIsOutOfReachOfScriptsAndOtherSites() {
        String cookie = new ConsoleBrowser(console.url())
                .get(console.createLink().toString())
                .headers()
                .firstValue("set-cookie")
                .orElseThrow();

        assertThat(cookie).contains("; HttpOnly", "; SameSite=Strict", "; Path=/;");
    }

    @Test
    void aChangeWithoutTheTokenOfTheSessionIsRejected() {
        String path = "/api/clusters/team-a/web/scale";
        Optional<String> body = Optional.of("{\"replicas\": 9}");

        assertThat(browser.send("PATCH", path, body, Map.of()).statusCode()).isEqualTo(403);
        assertThat(browser.send("PATCH", path, body, Map.of("X-Butler-CSRF", "guessed"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.send("POST", "/api/auth/logout", Optional.empty(), Map.of())
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.json("/api/clusters/team-a/web")
                        .at("/workers/desired")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void requestsOfOtherSitesAreRejected() {
        Map<String, String> foreign = Map.of("X-Butler-CSRF", browser.csrf, "Origin", "https://evil.example.com");

        assertThat(browser.send("GET", "/api/clusters", Optional.empty(), foreign)
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.send("GET", "/api/stream?topics=clusters", Optional.empty(), foreign)
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.send("GET", "/api/clusters", Optional.empty(), Map.of("Sec-Fetch-Site", "cross-site"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.send("GET", "/api/clusters", Optional.empty(), Map.of("Origin", "null"))
                        .statusCode())
                .isEqualTo(403);
        String own = console.url().toString().replaceAll("/$", "");
        assertThat(browser.send("GET", "/api/clusters", Optional.empty(), Map.of("Origin", own))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aForeignNameOfThisServerIsRejected() throws Exception {
        assertThat(raw("GET /api/auth/providers HTTP/1.1\r\nHost: rebound.example.com:%d\r\nConnection: close\r\n\r\n"
                        .formatted(console.port())))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void hostileTextsAreReturnedAsDataOnly() {
        String script = "<img src=x onerror=alert(1)></script><script>alert(document.cookie)</script>";
        bed.create("""
                {"apiVersion": "v1", "kind": "Event", "metadata": {"namespace": "team-a", "name": "hostile"},
                 "involvedObject": {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "TenantCluster", "namespace": "team-a", "name": "web"},
                 "type": "Warning", "reason": "Hostile", "message": "%s", "lastTimestamp": "2026-11-18T20:00:00Z"}
                """.formatted(script));

        HttpResponse<String> response = browser.get("/api/clusters/team-a/web");

        assertThat(response.body()).contains("onerror").doesNotContain("<").doesNotContain(">");
        assertThat(ConsoleTestBed.json(response.body()).at("/events/0/message").asText())
                .isEqualTo(script);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(response.headers().firstValue("content-security-policy").orElse(""))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe-inline");
        HttpResponse<String> rejected = browser.get("/api/clusters/team-a/web/%3Cscript%3E");
        assertThat(rejected.statusCode()).isEqualTo(404);
        assertThat(rejected.body()).doesNotContain("<script>");
    }

    @Test
    void pathsLeadToFilesOfTheConsoleOnly() throws Exception {
        for (String path : List.of(
                "/../../../../etc/passwd",
                "/assets/../../ConsoleServer.class",
                "/%2e%2e/%2e%2e/ConsoleServer.class",
                "/assets/..%2f..%2fConsoleServer.class",
                "/ConsoleServer.class",
                "/sources.sha256",
                "//etc/passwd",
                "/api/../index.html")) {
            assertThat(raw("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
                            .formatted(path, console.port())))
                    .as(path)
                    .startsWith("HTTP/1.1 40");
        }
    }

    @Test
    void namesDoNotChangeTheRequestToTheKubernetesApi() {
        for (String name :
                List.of("..%2f..%2fsecrets", "web%2f..%2f..%2f..%2fsecrets", "%2e%2e", "web%3Fwatch%3Dtrue")) {
            assertThat(browser.get("/api/clusters/team-a/" + name).statusCode())
                    .as(name)
                    .isEqualTo(404);
        }
        assertThat(browser.get("/api/clusters?namespace=team-a%2f..%2fkube-system")
                        .statusCode())
                .isEqualTo(400);
    }

    /** The server only stores what a user writes; it never connects to an infrastructure or with a kubeconfig that a user controls. */
    @Test
    void noUserMakesTheServerConnectToAnAddress() throws Exception {
        try (ServerSocket target = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            target.setSoTimeout(700);
            String address = "https://127.0.0.1:" + target.getLocalPort();
            HttpResponse<String> created = browser.send("POST", "/api/providers", """
                    {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "ProviderConfig",
                     "metadata": {"namespace": "team-a", "name": "internal"},
                     "spec": {"provider": "proxmox", "credentialsRef": {"name": "x"}, "proxmox": {"endpoint": "%s", "nodes": ["a"]}}}
                    """.formatted(address));
            assertThat(created.statusCode()).as(created.body()).isIn(201, 422);
            if (created.statusCode() == 201) {
                assertThat(browser.send("POST", "/api/providers/team-a/internal/validate", "")
                                .statusCode())
                        .isEqualTo(202);
            }
            bed.create("""
                    {"apiVersion": "v1", "kind": "Secret", "metadata": {"namespace": "team-a", "name": "web-admin-kubeconfig"},
                     "stringData": {"value": "%s"}}
                    """.formatted(kubeconfig(address)));
            bed.patchStatus("TenantCluster", NAMESPACE, "web", "{\"tenantNamespace\": \"team-a\"}");
            HttpResponse<String> kubeconfig = browser.get("/api/clusters/team-a/web/kubeconfig");
            assertThat(kubeconfig.statusCode()).as(kubeconfig.body()).isEqualTo(200);
            assertThat(kubeconfig.headers().firstValue("cache-control")).contains("no-store");
            browser.get("/api/clusters/team-a/web/certificates");
            browser.get("/api/clusters/team-a/web/nodes");

            org.assertj.core.api.Assertions.assertThatThrownBy(target::accept)
                    .isInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    private static String kubeconfig(String server) {
        return ("apiVersion: v1\\nkind: Config\\nclusters:\\n- name: a\\n  cluster: {server: \\\"%s\\\"}\\n"
                        + "users:\\n- name: a\\n  user: {token: t}\\ncontexts:\\n- name: a\\n  context: {cluster: a, user: a}\\n"
                        + "current-context: a\\n")
                .formatted(server);
    }

    @Test
    void headersOfTheBrowserDoNotReachTheKubernetesApi() {
        bed.grant("nobody-special", rule("", List.of("pods"), "list"));
        try (ConsoleServer own = bed.loopback(bed.as("nobody-special"), settings -> settings);
                ConsoleBrowser limited = ConsoleBrowser.loggedIn(own)) {
            HttpResponse<String> response = limited.send(
                    "GET",
                    "/api/clusters",
                    Optional.empty(),
                    Map.of(
                            "Impersonate-User", "admin",
                            "Impersonate-Group", "system:masters",
                            "Authorization", "Bearer " + bed.token()));

            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(limited.json("/api/auth/me").at("/user/name").asText()).isEqualTo("nobody-special");
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRejected() {
        String large = "{\"replicas\": 3, \"x\": \"" + "a".repeat(1024 * 1024) + "\"}";

        assertThat(browser.send("PATCH", "/api/clusters/team-a/web/scale", large)
                        .statusCode())
                .isEqualTo(413);
        assertThat(browser.send("PATCH", "/api/clusters/team-a/web/scale", "{\"replicas\": ")
                        .statusCode())
                .isEqualTo(400);
        HttpResponse<String> form = browser.send(
                "PATCH",
                "/api/clusters/team-a/web/scale",
                Optional.of("replicas=3"),
                Map.of("X-Butler-CSRF", browser.csrf, "Content-Type", "application/x-www-form-urlencoded"));
        assertThat(form.statusCode()).isEqualTo(415);
    }

    @Test
    void tooManyRequestsAreRejected() {
        RequestLimit few = new RequestLimit(5, 1);
        try (ConsoleServer own = bed.loopback(bed.admin, settings -> settings.withRates(few, few));
                ConsoleBrowser eager = ConsoleBrowser.loggedIn(own)) {
            List<HttpResponse<String>> responses = java.util.stream.IntStream.range(0, 10)
                    .mapToObj(_ -> eager.get("/api/versions"))
                    .toList();

            assertThat(responses).extracting(HttpResponse::statusCode).contains(200, 429);
            assertThat(responses.getLast().headers().firstValue("retry-after")).isPresent();
        }
    }

    /** The limit of an address is that of a client behind a trusted proxy, and cannot be avoided by inventing addresses. */
    @Test
    void theLimitOfAnAddressIsThatOfAClientBehindTheProxy() {
        RequestLimit few = new RequestLimit(3, 1);
        TrustedProxies loopback = new TrustedProxies(List.of(CidrBlock.parse("127.0.0.0/8")));
        try (ConsoleServer trusting = bed.loopback(
                        bed.admin, settings -> settings.withRates(few, few).withProxies(loopback));
                ConsoleServer other = bed.loopback(bed.admin, settings -> settings.withRates(few, few));
                ConsoleBrowser behindProxy = new ConsoleBrowser(trusting.url());
                ConsoleBrowser direct = new ConsoleBrowser(other.url())) {
            assertThat(statuses(behindProxy, "203.0.113.%d, 198.51.100.1")).contains(429);
            assertThat(statuses(behindProxy, "198.51.100.1, 203.0.113.%d")).doesNotContain(429);
            assertThat(statuses(direct, "203.0.113.%d")).contains(429);
        }
    }

    private static List<Integer> statuses(ConsoleBrowser browser, String forwarded) {
        return java.util.stream.IntStream.range(0, 10)
                .mapToObj(i -> browser.send(
                                "GET",
                                "/api/auth/providers",
                                Optional.empty(),
                                Map.of("X-Forwarded-For", forwarded.formatted(i)))
                        .statusCode())
                .toList();
    }

    /** A browser that does not read loses its stream; others get every change. */
    @Test
    void aSlowReaderIsDisconnectedAndDelaysNobody() throws Exception {
        try (ConsoleBrowser other = ConsoleBrowser.loggedIn(console);
                Socket slow = new Socket()) {
            slow.setReceiveBufferSize(4096);
            slow.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), console.port()));
            slow.getOutputStream()
                    .write("GET /api/stream?topics=networks HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n"
                            .formatted(console.port(), browser.cookie.orElseThrow())
                            .getBytes(StandardCharsets.US_ASCII));
            try (ConsoleBrowser.EventStream stream = other.stream("/api/stream?topics=networks")) {
                stream.next("session", Duration.ofSeconds(5));
                TestAwait.upTo(Duration.ofSeconds(5), "both streams").until(() -> console.streamCount() == 2);
                bed.create("""
                        {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "NetworkPool",
                         "metadata": {"namespace": "team-a", "name": "pool"}, "spec": {"cidr": "10.9.0.0/24"}}
                        """);
                stream.next("change", Duration.ofSeconds(5));
                String padding = "x".repeat(30_000);
                for (int change = 1; console.streamCount() == 2 && change < 1_500; change++) {
                    bed.patchStatus("NetworkPool", NAMESPACE, "pool", """
                            {"conditions": [{"type": "Ready", "status": "False", "reason": "Test", "message": "%d%s",
                             "lastTransitionTime": "2026-11-18T20:00:00Z"}]}
                            """.formatted(change, padding));
                    assertThat(stream.next("change", Duration.ofSeconds(5))
                                    .data()
                                    .at("/row/conditions/0/message")
                                    .asText())
                            .startsWith(change + "x");
                }
                assertThat(console.streamCount()).isEqualTo(1);
            }
        }
    }

    private static String raw(String request) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.port());
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anUnknownJsonFieldIsReported() {
        JsonNode problem = ConsoleTestBed.json(
                browser.send("PATCH", "/api/clusters/team-a/web/scale", "{\"replicas\": 0, \"x\": 1}")
                        .body());

        assertThat(problem.path("problems").findValuesAsText("path")).containsExactlyInAnyOrder("x", "replicas");
    }
}
