package dev.butlerlabs.core.embedded.conformance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.conformance.ApiClient.Call;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestInstance;

/** Cases from a file, run against one candidate and counted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Suite {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final Map<String, String> AS_JSON = Map.of("Content-Type", "application/json");

    private final String name;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger different = new AtomicInteger();
    private ApiServerUnderTest candidate;
    private ApiClient client;
    private boolean controllers;

    Suite(String name) {
        this.name = name;
    }

    /** Starts the candidate, or skips the suite. */
    abstract ApiServerUnderTest open();

    abstract void run(Case one);

    @BeforeAll
    void prepare() {
        candidate = open();
        client = new ApiClient(candidate.target());
        CaseLibrary.customResourceDefinitions().forEach(this::install);
        controllers = candidate.startControllers();
    }

    @AfterAll
    void report() {
        if (client == null) {
            return;
        }
        System.out.printf(
                "%s on the %s: %d cases passed, %d failed, %d differ as documented%n",
                name, candidate.target().name(), passed.get(), failed.get(), different.get());
        client.close();
        candidate.close();
    }

    final DynamicTest test(Case one) {
        return DynamicTest.dynamicTest(one.name(), () -> prove(one));
    }

    final ApiServerUnderTest candidate() {
        return candidate;
    }

    final ApiClient client() {
        return client;
    }

    final String newNamespace() {
        String namespace = "case-" + NAMESPACES.incrementAndGet();
        create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"%s\"}}".formatted(namespace));
        return namespace;
    }

    private void prove(Case one) {
        assumeTrue(controllers || !one.needsControllers(), "no kube-controller-manager in the test bench");
        if (candidate.isEmbedded() && one.differsOnEmbedded().isPresent()) {
            proveDifferent(one);
            return;
        }
        try {
            run(one);
            passed.incrementAndGet();
        } catch (AssertionError | RuntimeException e) {
            failed.incrementAndGet();
            throw new AssertionError(one + "\n" + e.getMessage(), e);
        }
    }

    private void proveDifferent(Case one) {
        assertThatThrownBy(() -> run(one))
                .as("listed as a difference, but there is none any more: remove the mark")
                .isInstanceOf(AssertionError.class);
        different.incrementAndGet();
    }

    private void install(JsonNode definition) {
        String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        Answer created = create(path, definition.toString());
        if (created.status() != 201 && created.status() != 409) {
            throw new IllegalStateException("a definition of the suite was refused: " + created);
        }
        JsonNode established = Yaml.document(
                """
                - GET: %s/%s
                  eventually: true
                  body: {status: {conditions: {<has>: [{type: Established, status: "True"}]}}}
                """.formatted(path, definition.at("/metadata/name").asText()));
        new CaseRunner(client, candidate::forgetHistory, new Variables(Map.of())).run(established);
    }

    private Answer create(String path, String body) {
        return client.send(new Call("POST", path, AS_JSON, Optional.of(body)));
    }
}
