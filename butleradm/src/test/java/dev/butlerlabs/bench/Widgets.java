package dev.butlerlabs.bench;

import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;

/** The custom resource that is created by the thousand: with its metadata, about 1.5 KB as stored. */
final class Widgets {
    private static final String GROUP = "/apis/bench.butlerlabs.dev/v1";
    private static final String NOTE = "A widget like any other, described at some length. ".repeat(14);

    private Widgets() {}

    static String path(String namespace) {
        return GROUP + "/namespaces/" + namespace + "/widgets";
    }

    static String name(int number) {
        return "widget-%06d".formatted(number);
    }

    /** @param sent any text, told to watchers with the object */
    static String body(int number, String sent) {
        return """
                {"apiVersion":"bench.butlerlabs.dev/v1","kind":"Widget",
                "metadata":{"name":"%s","labels":{"app":"bench","shard":"%d"}},
                "spec":{"size":%d,"sent":"%s","note":"%s","ports":[{"name":"http","port":80},{"name":"https","port":443}]}}
                """.formatted(name(number), number % 16, number % 100, sent, NOTE);
    }

    /** Makes the kind known and waits until it is served. */
    static void define(BenchClient client) {
        client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);
        TestAwait.upTo(Duration.ofSeconds(60), "the custom resource Widget served")
                .pollInterval(Duration.ofMillis(50))
                .until(() -> isServed(client));
    }

    static void createNamespace(BenchClient client, String name) {
        client.post(
                "/api/v1/namespaces",
                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    private static boolean isServed(BenchClient client) {
        try {
            return client.get(GROUP + "/widgets").length > 0;
        } catch (IllegalStateException _) {
            return false;
        }
    }

    private static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
            "metadata":{"name":"widgets.bench.butlerlabs.dev"},
            "spec":{"group":"bench.butlerlabs.dev","scope":"Namespaced",
            "names":{"kind":"Widget","listKind":"WidgetList","plural":"widgets","singular":"widget"},
            "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
            "schema":{"openAPIV3Schema":{"type":"object","properties":{
            "spec":{"type":"object","required":["size"],"properties":{
            "size":{"type":"integer","minimum":0},"sent":{"type":"string"},"note":{"type":"string","maxLength":4096},
            "colour":{"type":"string","default":"green"},
            "ports":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"port":{"type":"integer"}}}}}},
            "status":{"type":"object","properties":{"phase":{"type":"string"}}}}}}}]}}
            """;
}
