package dev.butlerlabs.core.docker;

import static dev.butlerlabs.core.docker.StandInAnswers.answer;
import static dev.butlerlabs.core.docker.StandInAnswers.begin;
import static dev.butlerlabs.core.docker.StandInAnswers.frame;
import static dev.butlerlabs.core.docker.StandInAnswers.message;
import static dev.butlerlabs.core.docker.StandInAnswers.refuse;
import static dev.butlerlabs.core.docker.StandInAnswers.send;
import static dev.butlerlabs.core.docker.StandInAnswers.stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.butlerlabs.core.docker.DockerStandIn.Asked;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The containers of an engine and the commands run in them. */
final class StandInContainers implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StandInNode node;
    private final Map<String, StandInContainer> containers = new ConcurrentHashMap<>();
    private final Map<String, StandInExec> commands = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();

    StandInContainers(StandInNode node) {
        this.node = node;
    }

    List<StandInContainer> all() {
        return List.copyOf(containers.values());
    }

    void addForeign(String name, Map<String, String> labels) {
        ObjectNode body = JSON.createObjectNode();
        labels.forEach(body.putObject("Labels")::put);
        String id = "foreign" + ids.incrementAndGet();
        containers.put(id, new StandInContainer(id, name, body));
    }

    @Override
    public void close() {
        containers.values().forEach(StandInContainer::close);
    }

    void handle(HttpExchange exchange, Asked request, List<String> words) throws IOException {
        if (words.get(1).equals("json")) {
            answer(exchange, 200, list(request.query().get("filters")));
            return;
        }
        if (words.get(1).equals("create")) {
            create(exchange, request);
            return;
        }
        Optional<StandInContainer> found = containers.values().stream()
                .filter(container ->
                        container.id().equals(words.get(1)) || container.name().equals(words.get(1)))
                .findFirst();
        if (found.isEmpty()) {
            refuse(exchange, 404, "No such container: " + words.get(1));
            return;
        }
        one(exchange, request, words, found.get());
    }

    private ArrayNode list(String filters) throws IOException {
        List<String> wanted = new ArrayList<>();
        JSON.readTree(filters).path("label").forEach(label -> wanted.add(label.asText()));
        ArrayNode found = JSON.createArrayNode();
        containers.values().stream()
                .filter(container -> container.labels().containsAll(wanted))
                .forEach(container -> found.addObject().put("Id", container.id()));
        return found;
    }

    private void create(HttpExchange exchange, Asked request) throws IOException {
        String name = request.query().get("name");
        if (containers.values().stream().anyMatch(container -> container.name().equals(name))) {
            refuse(exchange, 409, "Conflict. The container name \"/" + name + "\" is already in use");
            return;
        }
        String id = "c" + ids.incrementAndGet();
        containers.put(id, new StandInContainer(id, name, request.json()));
        answer(exchange, 201, JSON.createObjectNode().put("Id", id));
    }

    private void one(HttpExchange exchange, Asked request, List<String> words, StandInContainer container)
            throws IOException {
        String what = request.method() + " " + (words.size() > 2 ? words.get(2) : "");
        switch (what) {
            case "GET json" -> answer(exchange, 200, container.inspection());
            case "POST start" -> {
                Optional<String> refusal = node.start(container);
                refusal.ifPresentOrElse(text -> send(exchange, 500, message(text)), () -> send(exchange, 204, null));
            }
            case "GET logs" ->
                node.log(container, begin(exchange), request.query().getOrDefault("follow", ""));
            case "PUT archive" -> {
                container.unpack(request.body().get());
                send(exchange, 200, null);
            }
            case "GET archive" -> {
                String path = request.query().get("path");
                if (container.files().containsKey(path)) {
                    exchange.getResponseHeaders().add("X-Docker-Container-Path-Stat", "e30=");
                    stream(exchange, new byte[0]);
                } else {
                    refuse(exchange, 404, "Could not find the file " + path);
                }
            }
            case "POST exec" -> {
                List<String> command = new ArrayList<>();
                request.json().path("Cmd").forEach(word -> command.add(word.asText()));
                String id = "e" + ids.incrementAndGet();
                commands.put(id, new StandInExec(container, List.copyOf(command)));
                answer(exchange, 201, JSON.createObjectNode().put("Id", id));
            }
            case "DELETE " -> {
                container.close();
                containers.remove(container.id());
                send(exchange, 204, null);
            }
            default -> refuse(exchange, 404, "page not found");
        }
    }

    /** A command that was announced, and what came of it once it ran. */
    private static final class StandInExec {
        private final StandInContainer container;
        private final List<String> command;
        private volatile ExecResult result;

        StandInExec(StandInContainer container, List<String> command) {
            this.container = container;
            this.command = command;
        }
    }

    void handleExec(HttpExchange exchange, List<String> words) throws IOException {
        StandInExec exec = commands.get(words.get(1));
        if (words.get(2).equals("start")) {
            exec.container.remember(exec.command);
            exec.result = node.run(exec.container, exec.command);
            OutputStream out = begin(exchange);
            frame(out, 1, exec.result.out());
            frame(out, 2, exec.result.err());
        } else {
            answer(
                    exchange,
                    200,
                    JSON.createObjectNode().put("Running", false).put("ExitCode", exec.result.exitCode()));
        }
    }
}
