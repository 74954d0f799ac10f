package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.core.embedded.conformance.ApiClient.Call;
import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Performs the steps of one case. A step is a verb with a path, what to {@code send} and {@code with} which headers, and
 * what to find in the answer (see {@link Expectation}); it may {@code save} parts of the answer as variables, be
 * {@code repeat}ed with {@code $i} counting from 0, be sent by several clients {@code together}, or have to become true
 * {@code eventually}.
 */
final class CaseRunner {

    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final Map<String, Verb> VERBS = verbs();
    private static final Executor CLIENTS = Thread::startVirtualThread;

    private final ApiClient client;
    private final Runnable forgetHistory;
    private final Variables variables;

    private record Verb(String method, String contentType) {}

    CaseRunner(ApiClient client, Runnable forgetHistory, Variables variables) {
        this.client = client;
        this.forgetHistory = forgetHistory;
        this.variables = variables;
    }

    void run(Iterable<JsonNode> steps) {
        for (JsonNode step : steps) {
            int times = step.path("repeat").asInt(1);
            for (int i = 0; i < times; i++) {
                variables.set("i", JsonNodeFactory.instance.numberNode(i));
                perform(step);
            }
        }
    }

    private void perform(JsonNode step) {
        switch (verb(step)) {
            case "FORGET" -> forgetHistory.run();
            case "WATCH" -> watch(step);
            default -> {
                if (step.has("together")) {
                    exchangeTogether(step, step.get("together").asInt());
                } else {
                    exchange(step);
                }
            }
        }
    }

    /** The first field of a step; a table of cases may tell it as a variable. */
    private String verb(JsonNode step) {
        return variables.fill(step.fieldNames().next());
    }

    private void exchange(JsonNode step) {
        Call call = call(step);
        JsonNode expected = variables.fill(step);
        AtomicReference<Answer> last = new AtomicReference<>();
        Runnable sendAndCheck = () -> {
            last.set(client.send(call));
            require(Expectation.mismatches(expected, last.get()), call, last.toString());
        };
        if (step.path("eventually").asBoolean()) {
            TestAwait.upTo(PATIENCE, "the expected response").untilAsserted(sendAndCheck::run);
        } else {
            sendAndCheck.run();
        }
        save(step, last.get().body());
    }

    private void exchangeTogether(JsonNode step, int clients) {
        Call call = call(step);
        List<Answer> answers = Stream.generate(() -> CompletableFuture.supplyAsync(() -> client.send(call), CLIENTS))
                .limit(clients)
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        for (Answer answer : answers) {
            require(Expectation.mismatches(variables.fill(step), answer), call, answer.toString());
        }
    }

    private void watch(JsonNode step) {
        Call call = call(step);
        try (Watch watch = client.watch(call)) {
            require(Expectation.mismatches(variables.fill(step), watch.answer()), call, "");
            run(step.path("during"));
            List<JsonNode> seen = new ArrayList<>();
            for (JsonNode expected : step.path("events")) {
                JsonNode event = watch.next();
                seen.add(event);
                require(JsonMatch.mismatches("event", variables.fill(expected), event), call, seen.toString());
                save(expected, event);
            }
            if (step.path("ends").asBoolean()) {
                JsonNode event = watch.next();
                require(event.isMissingNode() ? List.of() : List.of("one event too many"), call, event.toString());
            }
        }
    }

    private Call call(JsonNode step) {
        String verb = verb(step);
        Verb meaning = VERBS.get(verb);
        if (meaning == null) {
            throw new IllegalArgumentException("no such verb: " + verb);
        }
        Optional<String> body = body(step);
        Map<String, String> headers = new LinkedHashMap<>();
        if (body.isPresent()) {
            headers.put("Content-Type", meaning.contentType());
        }
        variables
                .fill(step.path("with"))
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return new Call(meaning.method(), variables.fill(step.iterator().next().asText()), headers, body);
    }

    private Optional<String> body(JsonNode step) {
        if (step.has("raw")) {
            return Optional.of(variables.fill(step.get("raw").asText()));
        }
        if (step.has("bytes")) {
            return Optional.of(Texts.configMapOfSize(step.get("bytes").asInt()));
        }
        return Optional.ofNullable(step.get("send")).map(variables::fill).map(JsonNode::toString);
    }

    private void save(JsonNode step, JsonNode answer) {
        step.path("save").properties().forEach(entry -> {
            JsonNode value = answer.at(entry.getValue().asText());
            if (value.isMissingNode()) {
                throw new AssertionError("nothing to save at " + entry.getValue() + " in " + answer);
            }
            variables.set(entry.getKey(), value);
        });
    }

    private static void require(List<String> mismatches, Call call, String answer) {
        if (!mismatches.isEmpty()) {
            throw new AssertionError(String.join("\n", mismatches) + "\nasked: " + call + "\nanswer: " + answer);
        }
    }

    private static Map<String, Verb> verbs() {
        Map<String, Verb> verbs = new LinkedHashMap<>();
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE")) {
            verbs.put(method, new Verb(method, "application/json"));
        }
        verbs.put("WATCH", new Verb("GET", "application/json"));
        verbs.put("MERGE", new Verb("PATCH", "application/merge-patch+json"));
        verbs.put("STRATEGIC", new Verb("PATCH", "application/strategic-merge-patch+json"));
        verbs.put("JSONPATCH", new Verb("PATCH", "application/json-patch+json"));
        verbs.put("APPLY", new Verb("PATCH", "application/apply-patch+yaml"));
        return Map.copyOf(verbs);
    }
}
