package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Edits the spec of tenant clusters. */
class ClusterEditTest {
    private static ConsoleTestBed bed;
    private static ConsoleServer console;
    private static ConsoleBrowser browser;

    @BeforeAll
    static void start() {
        bed = new ConsoleTestBed();
        bed.namespace("team-a");
        console = bed.loopback();
        browser = ConsoleBrowser.loggedIn(console);
    }

    @AfterAll
    static void stop() {
        browser.close();
        console.close();
        bed.close();
    }

    /** Returns what a form sends for a cluster that it has read. */
    private static ObjectNode form(String name, Consumer<ObjectNode> edit) {
        JsonNode object = browser.json("/api/clusters/team-a/" + name).path("object");
        ObjectNode form = ConsoleTestBed.JSON.createObjectNode();
        form.set("apiVersion", object.path("apiVersion"));
        form.set("kind", object.path("kind"));
        form.putObject("metadata").setAll((ObjectNode) object.path("metadata").deepCopy());
        ObjectNode spec = object.path("spec").deepCopy();
        edit.accept(spec);
        form.set("spec", spec);
        return form;
    }

    private static HttpResponse<String> send(String name, String query, ObjectNode form) {
        return browser.send("PUT", "/api/clusters/team-a/" + name + query, form.toString());
    }

    private static Consumer<ObjectNode> memory(String quantity) {
        return spec -> spec.withObjectProperty("workers")
                .withObjectProperty("machineTemplate")
                .put("memory", quantity);
    }

    @Test
    void anEditSendsTheChangedFields() {
        bed.create(ConsoleTestBed.cluster("team-a", "edited"));
        ObjectNode form = form("edited", memory("16Gi"));

        HttpResponse<String> checked = send("edited", "?dryRun=All", form);
        assertThat(checked.statusCode()).as(checked.body()).isEqualTo(200);
        assertThat(browser.json("/api/clusters/team-a/edited")
                        .at("/spec/workers/machineTemplate/memory")
                        .asText())
                .isNotEqualTo("16Gi");

        HttpResponse<String> changed = send("edited", "", form);
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        JsonNode spec = ConsoleTestBed.json(changed.body()).path("spec");
        assertThat(spec.at("/workers/machineTemplate/memory").asText()).isEqualTo("16Gi");
        assertThat(spec.at("/workers/replicas").asInt()).isEqualTo(2);
    }

    @Test
    void aFieldThatIsRemovedGetsItsDefaultAgain() {
        bed.create(ConsoleTestBed.cluster("team-a", "removed"));
        send("removed", "", form("removed", spec -> spec.putArray("timeServers").add("192.0.2.1")));

        send("removed", "", form("removed", spec -> spec.remove("timeServers")));

        assertThat(browser.json("/api/clusters/team-a/removed")
                        .at("/spec/timeServers")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void aChangeOfTheStatusDoesNotConflict() {
        bed.create(ConsoleTestBed.cluster("team-a", "busy"));
        ObjectNode form = form("busy", memory("12Gi"));
        bed.patchStatus("TenantCluster", "team-a", "busy", "{\"phase\": \"Provisioning\"}");

        HttpResponse<String> changed = send("busy", "", form);

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    }

    @Test
    void aChangeOfTheSpecByAnotherUserIsAConflict() {
        bed.create(ConsoleTestBed.cluster("team-a", "contested"));
        ObjectNode form = form("contested", memory("12Gi"));
        browser.send("PATCH", "/api/clusters/team-a/contested/scale", "{\"replicas\": 4}");

        HttpResponse<String> conflict = send("contested", "", form);

        assertThat(conflict.statusCode()).as(conflict.body()).isEqualTo(409);
        assertThat(conflict.body()).contains("was changed while you edited it");
        assertThat(browser.json("/api/clusters/team-a/contested")
                        .at("/spec/workers/replicas")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void anEditOfAClusterThatWasCreatedAgainIsAConflict() {
        bed.create(ConsoleTestBed.cluster("team-a", "reborn"));
        ObjectNode form = form("reborn", memory("12Gi"));
        form.withObjectProperty("metadata").put("uid", "00000000-0000-0000-0000-000000000000");

        assertThat(send("reborn", "", form).statusCode()).isEqualTo(409);
    }

    @Test
    void fieldsThatCannotChangeAreReportedTogether() {
        bed.create(ConsoleTestBed.cluster("team-a", "fixed"));
        ObjectNode form = form("fixed", spec -> {
            spec.put("kubernetesVersion", "v1.35.4");
            spec.putObject("providerConfigRef").put("name", "other");
        });

        HttpResponse<String> response = send("fixed", "", form);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
        assertThat(ConsoleTestBed.json(response.body()).path("problems").findValuesAsText("path"))
                .containsExactly("spec.kubernetesVersion", "spec.providerConfigRef");
        assertThat(browser.json("/api/schemas/tenantclusters").path("fixed").toString())
                .contains("spec.kubernetesVersion", "spec.networking.podCIDR");
    }

    @Test
    void problemsAreThoseOfANewCluster() {
        bed.create(ConsoleTestBed.cluster("team-a", "wrong"));
        ObjectNode form = form("wrong", memory("lots"));
        form.withObjectProperty("spec").put("colour", "blue");
        form.withObjectProperty("metadata").remove("generation");

        HttpResponse<String> response = send("wrong", "", form);

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(ConsoleTestBed.json(response.body()).path("problems").findValuesAsText("path"))
                .contains("metadata.generation", "spec.colour", "spec.workers.machineTemplate.memory");
    }

    @Test
    void aViewerCannotEdit() {
        bed.create(ConsoleTestBed.cluster("team-a", "seen"));
        bed.grantIn("team-a", "vera", rule("butler.butlerlabs.dev", List.of("tenantclusters"), "get", "list", "watch"));
        ObjectNode form = form("seen", memory("12Gi"));
        try (ConsoleServer own = bed.loopback(bed.as("vera"), settings -> settings);
                ConsoleBrowser viewer = ConsoleBrowser.loggedIn(own)) {
            HttpResponse<String> refused = viewer.send("PUT", "/api/clusters/team-a/seen", form.toString());

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        }
    }
}
