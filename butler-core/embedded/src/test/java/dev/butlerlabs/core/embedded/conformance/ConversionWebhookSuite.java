package dev.butlerlabs.core.embedded.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.conformance.ApiClient.Call;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A resource type whose versions differ in their fields and are converted by a webhook; stored as v1. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConversionWebhookSuite {
    private static final String GROUP = "/apis/conversion.butlerlabs.dev";
    private static final String OLD = GROUP + "/v1beta1/namespaces/default/shifts";
    private static final String NEW = GROUP + "/v1/namespaces/default/shifts";

    private ApiServerUnderTest server;
    private ApiClient api;
    private TestConversionWebhook webhook;

    abstract ApiServerUnderTest open();

    @BeforeAll
    void define() {
        server = open();
        api = new ApiClient(server.target());
        webhook = new TestConversionWebhook();
        Answer defined = post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition(webhook.url()));
        assertThat(defined.status()).as(defined.toString()).isEqualTo(201);
        await().atMost(Duration.ofSeconds(30)).until(() -> get(OLD).status() == 200 && get(NEW).status() == 200);
    }

    @AfterAll
    void close() {
        if (server != null) {
            delete("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/shifts.conversion.butlerlabs.dev");
            webhook.close();
            api.close();
            server.close();
        }
    }

    private String definition(String url) {
        return """
                {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "shifts.conversion.butlerlabs.dev"},
                 "spec": {"group": "conversion.butlerlabs.dev", "scope": "Namespaced",
                  "names": {"plural": "shifts", "singular": "shift", "kind": "Shift", "listKind": "ShiftList"},
                  "conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"url": "%s", "caBundle": "%s"}}},
                  "versions": [
                   {"name": "v1", "served": true, "storage": true, "subresources": {"status": {}}, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                     "spec": {"type": "object", "properties": {"name": {"type": "string"}, "extra": {"type": "string"}}}, "status": {"type": "object", "properties": {"phase": {"type": "string"}}}}}}},
                   {"name": "v1beta1", "served": true, "storage": false, "subresources": {"status": {}}, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                     "spec": {"type": "object", "properties": {"label": {"type": "string"}, "lost": {"type": "string"}}}, "status": {"type": "object", "properties": {"phase": {"type": "string"}}}}}}}]}}
                """.formatted(url, webhook.caBundle());
    }

    @Test
    void writesInOneVersionAreReadInTheOther() {
        JsonNode created =
                post(OLD, shift("v1beta1", "created", "\"label\": \"x\"")).body();

        assertThat(created.at("/spec/label").asText()).isEqualTo("x");
        assertThat(get(NEW + "/created").body().at("/spec/name").asText()).isEqualTo("x");
        assertThat(get(NEW + "/created").body().at("/spec").has("label")).isFalse();
        assertThat(get(OLD + "/created").body().at("/spec/label").asText()).isEqualTo("x");
    }

    @Test
    void responseToAWriteContainsWhatAReadWillReturn() {
        JsonNode created = post(OLD, shift("v1beta1", "lossy", "\"label\": \"x\", \"lost\": \"y\""))
                .body();

        assertThat(created).isEqualTo(get(OLD + "/lossy").body());
        assertThat(created.at("/spec").has("lost")).isFalse();
    }

    @Test
    void onlyLabelsAndAnnotationsOfMetadataAreTaken() {
        JsonNode created = post(NEW, shift("v1", "metadata", "\"name\": \"x\"")).body();
        JsonNode older = get(OLD + "/metadata").body();

        assertThat(older.at("/metadata/labels/converted").asText()).isEqualTo("down");
        assertThat(older.at("/metadata/annotations/converted").asText()).isEqualTo("down");
        assertThat(older.at("/metadata").has("finalizers")).isFalse();
        assertThat(older.at("/metadata/uid")).isEqualTo(created.at("/metadata/uid"));
        assertThat(older.at("/metadata/resourceVersion")).isEqualTo(created.at("/metadata/resourceVersion"));
    }

    @Test
    void patchesAreAppliedInTheVersionOfTheRequest() {
        post(NEW, shift("v1", "patched", "\"name\": \"x\", \"extra\": \"kept\""));

        Answer patched =
                send("PATCH", OLD + "/patched", "application/merge-patch+json", "{\"spec\": {\"label\": \"y\"}}");

        assertThat(patched.body().at("/spec/label").asText())
                .as(patched.toString())
                .isEqualTo("y");
        assertThat(get(NEW + "/patched").body().at("/spec/name").asText()).isEqualTo("y");
        assertThat(patched.body().at("/metadata/generation").asInt()).isEqualTo(2);
    }

    @Test
    void serverSideApplyOwnsFieldsOfTheVersionOfTheRequest() {
        Answer first = apply(OLD + "/applied", shift("v1beta1", "applied", "\"label\": \"x\""));
        Answer second = apply(OLD + "/applied", shift("v1beta1", "applied", "\"label\": \"z\""));

        assertThat(first.status()).as(first.toString()).isEqualTo(201);
        assertThat(second.status()).as(second.toString()).isEqualTo(200);
        assertThat(get(NEW + "/applied").body().at("/spec/name").asText()).isEqualTo("z");
        assertThat(second.body().at("/metadata/managedFields/0/apiVersion").asText())
                .isEqualTo("conversion.butlerlabs.dev/v1beta1");
    }

    @Test
    void statusIsWrittenThroughItsSubresourceInEitherVersion() {
        post(NEW, shift("v1", "stated", "\"name\": \"x\""));

        Answer stated = send(
                "PATCH",
                OLD + "/stated/status",
                "application/merge-patch+json",
                "{\"status\": {\"phase\": \"Ready\"}}");

        assertThat(stated.status()).as(stated.toString()).isEqualTo(200);
        assertThat(get(NEW + "/stated").body().at("/status/phase").asText()).isEqualTo("Ready");
        assertThat(get(NEW + "/stated").body().at("/spec/name").asText()).isEqualTo("x");
    }

    @Test
    void listsAndWatchesAreConverted() {
        post(NEW, shift("v1", "listed", "\"name\": \"x\""));

        JsonNode items = get(OLD + "?fieldSelector=metadata.name=listed").body().path("items");

        assertThat(items).hasSize(1);
        assertThat(items.at("/0/spec/label").asText()).isEqualTo("x");
        assertThat(items.at("/0/apiVersion").asText()).isEqualTo("conversion.butlerlabs.dev/v1beta1");
        try (Watch watch =
                api.watch(call("GET", OLD + "?watch=true&fieldSelector=metadata.name=listed&timeoutSeconds=5", ""))) {
            assertThat(watch.next().at("/object/spec/label").asText()).isEqualTo("x");
        }
    }

    @Test
    void anObjectThatTheWebhookRejectsCannotBeReadInTheOtherVersion() {
        post(NEW, shift("v1", "unconvertible", "\"name\": \"x\""));

        Answer read = get(OLD + "/unconvertible");
        Answer stored = get(NEW + "/unconvertible");
        delete(NEW + "/unconvertible");

        assertThat(read.status()).isEqualTo(500);
        assertThat(read.body().path("message").asText())
                .isEqualTo(
                        "conversion webhook for conversion.butlerlabs.dev/v1, Kind=Shift failed: this object has no other version");
        assertThat(read.body().path("reason").asText("")).isEmpty();
        assertThat(stored.status()).isEqualTo(200);
    }

    @Test
    void invalidConversionsAreRejected() {
        assertThat(refusal("{\"strategy\": \"Webhook\"}"))
                .contains(
                        "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook");
        assertThat(
                        refusal(
                                "{\"strategy\": \"Webhook\", \"webhook\": {\"conversionReviewVersions\": [\"v1\"], \"clientConfig\": {}}}"))
                .contains(
                        "spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required");
        assertThat(refusal("{\"strategy\": \"Magic\"}"))
                .contains("spec.conversion.strategy: Unsupported value: \"Magic\"");
    }

    private String refusal(String conversion) {
        String valid = definition("https://127.0.0.1:1/convert")
                .replace("shift", "other")
                .replace("Shift", "Other");
        String invalid = valid.replaceAll("\"conversion\": \\{\"strategy\".*", "\"conversion\": " + conversion + ",");
        Answer answer = post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All", invalid);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
        return answer.body().path("message").asText();
    }

    private static String shift(String version, String name, String spec) {
        return "{\"apiVersion\": \"conversion.butlerlabs.dev/%s\", \"kind\": \"Shift\", \"metadata\": {\"name\": \"%s\"}, \"spec\": {%s}}"
                .formatted(version, name, spec);
    }

    private Answer get(String path) {
        return api.send(call("GET", path, ""));
    }

    private Answer post(String path, String body) {
        return send("POST", path, "application/json", body);
    }

    private Answer apply(String path, String body) {
        return send("PATCH", path + "?fieldManager=suite", "application/apply-patch+yaml", body);
    }

    private void delete(String path) {
        api.send(call("DELETE", path, ""));
    }

    private Answer send(String method, String path, String type, String body) {
        return api.send(new Call(method, path, Map.of("Content-Type", type), Optional.of(body)));
    }

    private static Call call(String method, String path, String body) {
        return new Call(method, path, Map.of(), body.isEmpty() ? Optional.empty() : Optional.of(body));
    }
}
