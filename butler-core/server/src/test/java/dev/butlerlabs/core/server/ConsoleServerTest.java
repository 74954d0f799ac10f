package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The console of one user on the own machine, in front of a Kubernetes API with RBAC. */
@Tag("slow")
class ConsoleServerTest {
    private static final List<String> CLUSTERS = List.of("tenantclusters");
    private static final String GROUP = "butler.butlerlabs.dev";

    private static ConsoleTestBed bed;
    private static ConsoleServer console;
    private static ConsoleBrowser browser;

    @BeforeAll
    static void start() {
        bed = new ConsoleTestBed();
        bed.namespace("team-a");
        bed.namespace("team-b");
        bed.namespace("team-c");
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
    void aLinkLogsInOnce() {
        String link = console.createLink().toString();
        ConsoleBrowser first = new ConsoleBrowser(console.url());

        assertThat(first.get(link).statusCode()).isEqualTo(302);
        HttpResponse<String> second = first.get(link);

        assertThat(second.statusCode()).isEqualTo(401);
        assertThat(second.headers().firstValue("set-cookie")).isEmpty();
        assertThat(second.body()).contains("no longer valid");
    }

    @Test
    void theSessionNamesTheUserAndTheCluster() {
        JsonNode me = browser.json("/api/auth/me");

        assertThat(me.at("/mode").asText()).isEqualTo("loopback");
        assertThat(me.at("/cluster/name").asText()).isEqualTo("test");
        assertThat(me.at("/user/groups").toString()).contains("system:masters");
        assertThat(me.at("/csrfToken").asText()).hasSizeGreaterThan(40);
        assertThat(me.at("/expiresAt").asText()).endsWith("Z");
    }

    @Test
    void withoutASessionNothingIsReturned() {
        ConsoleBrowser stranger = new ConsoleBrowser(console.url());

        assertThat(stranger.get("/api/clusters").statusCode()).isEqualTo(401);
        assertThat(stranger.get("/api/auth/me").statusCode()).isEqualTo(401);
        assertThat(stranger.get("/api/auth/providers").statusCode()).isEqualTo(200);
        assertThat(stranger.get("/healthz").body()).isEqualTo("ok\n");
    }

    @Test
    void aClusterIsCreatedScaledUpgradedAndDeleted() {
        HttpResponse<String> created = browser.send("POST", "/api/clusters", ConsoleTestBed.cluster("team-c", "web"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);

        assertThat(browser.json("/api/clusters?namespace=team-c")
                        .at("/items/0/name")
                        .asText())
                .isEqualTo("web");
        HttpResponse<String> scaled = browser.send("PATCH", "/api/clusters/team-c/web/scale", "{\"replicas\": 3}");
        assertThat(ConsoleTestBed.json(scaled.body()).at("/workers/desired").asInt())
                .as(scaled.body())
                .isEqualTo(3);
        String next = browser.json("/api/clusters/team-c/web")
                .at("/availableUpgrades/0")
                .asText();
        HttpResponse<String> upgraded = browser.send(
                "PATCH", "/api/clusters/team-c/web/upgrade", "{\"kubernetesVersion\": \"%s\"}".formatted(next));
        assertThat(ConsoleTestBed.json(upgraded.body()).at("/kubernetesVersion").asText())
                .as(upgraded.body())
                .isEqualTo(next);
        HttpResponse<String> paused = browser.send("PATCH", "/api/clusters/team-c/web/pause", "{\"paused\": true}");
        assertThat(ConsoleTestBed.json(paused.body()).at("/paused").asBoolean()).isTrue();

        assertThat(browser.send("DELETE", "/api/clusters/team-c/web", "").statusCode())
                .isEqualTo(422);
        HttpResponse<String> deleted = browser.send(
                "DELETE",
                "/api/clusters/team-c/web",
                Optional.empty(),
                Map.of("X-Butler-CSRF", browser.csrf, "X-Butler-Confirm", "web"));
        assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(202);
        assertThat(browser.get("/api/clusters/team-c/web").statusCode()).isEqualTo(404);
    }

    @Test
    void allProblemsOfAClusterAreReportedAtOnce() {
        HttpResponse<String> response = browser.send("POST", "/api/clusters", """
                {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "TenantCluster",
                 "metadata": {"namespace": "team-a", "name": "Not Valid"},
                 "spec": {"kubernetesVersion": "1.34", "workers": {"replicas": 0}, "colour": "blue"}}
                """);

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(ConsoleTestBed.json(response.body()).path("problems").findValuesAsText("path"))
                .contains("metadata.name", "spec.kubernetesVersion", "spec.workers.replicas", "spec.colour");
    }

    /** Found by schemathesis. */
    @Test
    void theRoleOfAGroupWithoutAnIdentityProviderCanChange() {
        browser.send("POST", "/api/teams", "{\"name\": \"roles\"}");
        for (String role : List.of("viewer", "admin")) {
            HttpResponse<String> response = browser.send(
                    "POST",
                    "/api/teams/roles/members",
                    "{\"name\": \"auditors\", \"role\": \"%s\", \"group\": true}".formatted(role));

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(ConsoleTestBed.json(response.body()).at("/items/0/role").asText())
                    .isEqualTo(role);
        }
    }

    @Test
    void aViewerSeesClustersButChangesNone() {
        bed.create(ConsoleTestBed.cluster("team-b", "seen"));
        bed.grantIn("team-b", "vera", rule(GROUP, CLUSTERS, "get", "list", "watch"));
        KubernetesClient vera = bed.as("vera");
        try (ConsoleServer own = bed.loopback(vera, settings -> settings);
                ConsoleBrowser viewer = ConsoleBrowser.loggedIn(own)) {
            assertThat(viewer.json("/api/clusters?namespace=team-b")
                            .at("/items/0/name")
                            .asText())
                    .isEqualTo("seen");
            assertThat(viewer.get("/api/clusters").statusCode()).isEqualTo(403);
            assertThat(viewer.get("/api/clusters?namespace=team-a").statusCode())
                    .isEqualTo(403);
            assertThat(viewer.send("PATCH", "/api/clusters/team-b/seen/scale", "{\"replicas\": 3}")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(viewer.send("POST", "/api/clusters", ConsoleTestBed.cluster("team-b", "own"))
                            .statusCode())
                    .isEqualTo(403);
            JsonNode can = viewer.json("/api/auth/permissions?namespace=team-b").path("can");
            assertThat(can.path("clusters.list").asBoolean()).isTrue();
            assertThat(can.path("clusters.create").asBoolean(true)).isFalse();
            assertThat(can.path("clusters.delete").asBoolean(true)).isFalse();
            assertThat(can.path("clusters.kubeconfig").asBoolean(true)).isFalse();
        }
    }

    @Test
    void aChangeArrivesWithinASecond() throws Exception {
        String version = browser.json("/api/clusters").path("resourceVersion").asText();
        bed.create(ConsoleTestBed.cluster("team-a", "before"));
        try (ConsoleBrowser other = ConsoleBrowser.loggedIn(console);
                ConsoleBrowser.EventStream stream = browser.stream("/api/stream?topics=clusters&since=" + version);
                ConsoleBrowser.EventStream second = other.stream("/api/stream?topics=clusters,overview")) {
            assertThat(stream.next("hello", Duration.ofSeconds(5))
                            .data()
                            .at("/topics/0")
                            .asText())
                    .isEqualTo("clusters");
            assertThat(stream.next("change", Duration.ofSeconds(5))
                            .data()
                            .path("name")
                            .asText())
                    .isEqualTo("before");
            second.next("session", Duration.ofSeconds(5));

            long start = System.nanoTime();
            bed.create(ConsoleTestBed.cluster("team-a", "live"));
            JsonNode change = stream.next("change", Duration.ofSeconds(5)).data();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
            assertThat(change.path("type").asText()).isEqualTo("ADDED");
            assertThat(change.at("/row/workers/desired").asInt()).isEqualTo(2);
            assertThat(second.next("change", Duration.ofSeconds(5))
                            .data()
                            .path("name")
                            .asText())
                    .isIn("live", "before");
        }
    }

    @Test
    void aStreamEndsWithItsSession() throws Exception {
        try (ConsoleBrowser other = ConsoleBrowser.loggedIn(console);
                ConsoleBrowser.EventStream stream = other.stream("/api/stream?topics=clusters")) {
            stream.next("hello", Duration.ofSeconds(5));

            assertThat(other.send("POST", "/api/auth/logout", "").statusCode()).isEqualTo(204);

            stream.next("closed", Duration.ofSeconds(5));
            assertThat(other.get("/api/auth/me").statusCode()).isEqualTo(401);
        }
    }
}
