package dev.butlerlabs.core.embedded.conformance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.conformance.ApiClient.Call;
import dev.butlerlabs.core.embedded.conformance.target.ApiTarget;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every case of the library, run against one target. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConformanceSuite {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final Map<String, String> AS_JSON = Map.of("Content-Type", "application/json");

    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private ApiTarget target;
    private ApiClient client;
    private boolean controllers;

    /** Starts the target, or skips the suite. */
    abstract ApiTarget open();

    /** Called when the suite's own kinds are known; says whether dependents and namespaces will be cleaned up. */
    abstract boolean startControllers();

    /** Makes every resource version before now too old to be listed from. */
    abstract void forgetHistory();

    abstract boolean isEmbedded();

    @BeforeAll
    void prepare() {
        target = open();
        client = new ApiClient(target);
        CaseLibrary.customResourceDefinitions().forEach(this::install);
        controllers = startControllers();
    }

    @TestFactory
    Stream<DynamicContainer> cases() {
        return CaseLibrary.bySubject().entrySet().stream()
                .map(subject -> DynamicContainer.dynamicContainer(
                        subject.getKey(),
                        subject.getValue().stream().map(one -> DynamicTest.dynamicTest(one.name(), () -> prove(one)))));
    }

    @AfterAll
    void report() {
        if (client != null) {
            System.out.printf(
                    "conformance on %s: %d cases passed, %d failed%n", target.name(), passed.get(), failed.get());
            client.close();
        }
    }

    private void prove(Case one) {
        assumeTrue(controllers || !one.needsControllers(), "no kube-controller-manager in the test bench");
        failed.incrementAndGet();
        if (isEmbedded() && one.differsOnEmbedded().isPresent()) {
            assertThatThrownBy(() -> run(one))
                    .as("listed as a difference, but there is none any more: remove the mark")
                    .isInstanceOf(AssertionError.class);
        } else {
            run(one);
        }
        failed.decrementAndGet();
        passed.incrementAndGet();
    }

    private void run(Case one) {
        Map<String, JsonNode> values = new HashMap<>(CaseLibrary.variables());
        values.putAll(one.variables());
        String namespace = "case-" + NAMESPACES.incrementAndGet();
        values.put("ns", TextNode.valueOf(namespace));
        if (one.mentions("ns") || CaseLibrary.variables().keySet().stream().anyMatch(one::mentions)) {
            send("POST", "/api/v1/namespaces", "{\"metadata\": {\"name\": \"%s\"}}".formatted(namespace));
        }
        try {
            new CaseRunner(client, this::forgetHistory, new Variables(values)).run(one.steps());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(one + "\n" + e.getMessage(), e);
        }
    }

    private void install(JsonNode definition) {
        String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        Answer created = send("POST", path, definition.toString());
        if (created.status() != 201 && created.status() != 409) {
            throw new IllegalStateException("a definition of the suite was refused: " + created);
        }
        String name = definition.at("/metadata/name").asText();
        JsonNode established = Yaml.document("""
                - GET: %s/%s
                  eventually: true
                  body: {status: {conditions: {<has>: [{type: Established, status: "True"}]}}}
                """.formatted(path, name));
        new CaseRunner(client, this::forgetHistory, new Variables(Map.of())).run(established);
    }

    private Answer send(String method, String path, String body) {
        return client.send(new Call(method, path, AS_JSON, Optional.of(body)));
    }
}
