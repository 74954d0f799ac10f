package dev.butlerlabs.core.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Answers on loopback in the place of a Docker engine, as far as a KIND cluster needs one, and remembers what it was asked. What goes
 * on inside its containers is played by a {@link StandInNode}.
 */
public final class DockerStandIn implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One request, with its query decoded and its body as it came. */
    public record Asked(String method, String path, Map<String, String> query, Supplier<byte[]> body) {
        public JsonNode json() {
            try {
                return JSON.readTree(body.get());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private final HttpServer server;
    private final StandInNode node;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Set<String> images = ConcurrentHashMap.newKeySet();
    private final Map<String, ObjectNode> networks = new ConcurrentHashMap<>();
    private final Map<String, StandInContainer> containers = new ConcurrentHashMap<>();
    private final Map<String, StandInExec> commands = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, String> refusals = new ConcurrentHashMap<>();
    private volatile boolean rootless;

    private DockerStandIn(StandInNode node, HttpServer server) {
        this.node = node;
        this.server = server;
        networks.put("bridge", network("bridge", JSON.createObjectNode().put("com.docker.network.driver.mtu", "1450")));
    }

    public static DockerStandIn start(StandInNode node) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        DockerStandIn docker = new DockerStandIn(node, server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", docker::handle);
        server.start();
        return docker;
    }

    public URI host() {
        return URI.create("tcp://127.0.0.1:" + server.getAddress().getPort());
    }

    public void addImage(ImageName image) {
        images.add(image.wanted());
    }

    /** From now on it says that it runs without root. */
    public void becomeRootless() {
        rootless = true;
    }

    /** The next request of this method and path is refused with this message. */
    public void refuseNext(String methodAndPath, String message) {
        refusals.put(methodAndPath, message);
    }

    public List<Asked> asked(String methodAndPath) {
        return asked.stream()
                .filter(request -> request.toString().matches(methodAndPath))
                .toList();
    }

    public List<StandInContainer> containers() {
        return List.copyOf(containers.values());
    }

    /** A container that somebody else made. */
    public void addForeign(String name, Map<String, String> labels) {
        ObjectNode body = JSON.createObjectNode();
        labels.forEach(body.putObject("Labels")::put);
        String id = "foreign" + ids.incrementAndGet();
        containers.put(id, new StandInContainer(id, name, body));
    }

    /** As if the engine died: connections break, new ones are refused. */
    public void die() {
        server.stop(0);
    }

    @Override
    public void close() {
        containers.values().forEach(StandInContainer::close);
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Asked request = new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                query(exchange.getRequestURI().getRawQuery()),
                () -> body);
        asked.add(request);
        try (exchange) {
            String refusal = refusals.remove(request.toString());
            if (refusal != null) {
                refuse(exchange, 500, refusal);
                return;
            }
            route(exchange, request, List.of(request.path().substring(1).split("/", -1)));
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> values = new HashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
            int middle = pair.indexOf('=');
            values.put(
                    middle < 0 ? pair : pair.substring(0, middle),
                    middle < 0 ? "" : URLDecoder.decode(pair.substring(middle + 1), StandardCharsets.UTF_8));
        }
        return values;
    }

    private void route(HttpExchange exchange, Asked request, List<String> words) throws IOException {
        switch (words.getFirst()) {
            case "version" ->
                answer(
                        exchange,
                        200,
                        JSON.createObjectNode().put("Version", "20.10.24").put("ApiVersion", "1.41"));
            case "info" -> answer(exchange, 200, info());
            case "images" -> image(exchange, request);
            case "networks" -> network(exchange, request, words);
            case "containers" -> container(exchange, request, words);
            case "exec" -> exec(exchange, words);
            default -> refuse(exchange, 404, "page not found");
        }
    }

    private ObjectNode info() {
        ObjectNode info = JSON.createObjectNode().put("CgroupVersion", "2").put("Driver", "overlay2");
        info.putArray("DriverStatus").addArray().add("Backing Filesystem").add("xfs");
        info.putArray("SecurityOptions").add(rootless ? "name=rootless" : "name=seccomp,profile=default");
        return info;
    }

    private void image(HttpExchange exchange, Asked request) throws IOException {
        if (request.path().equals("/images/create")) {
            String tag = request.query().get("tag");
            images.add(request.query().get("fromImage") + (tag.startsWith("sha256:") ? "@" : ":") + tag);
            stream(exchange, """
                    {"status":"Downloading","id":"a1","progressDetail":{"current":1048576,"total":4194304}}
                    {"status":"Downloading","id":"a1","progressDetail":{"current":4194304,"total":4194304}}
                    {"status":"Status: Downloaded newer image"}
                    """.getBytes(StandardCharsets.UTF_8));
            return;
        }
        String name = request.path().replaceFirst("^/images/", "").replaceFirst("/json$", "");
        if (images.contains(name)) {
            answer(exchange, 200, JSON.createObjectNode().put("Id", "sha256:1234"));
        } else {
            refuse(exchange, 404, "No such image: " + name);
        }
    }

    private void network(HttpExchange exchange, Asked request, List<String> words) throws IOException {
        switch (request.method() + " " + words.size()) {
            case "GET 1" -> {
                String wanted = JSON.readTree(request.query().get("filters"))
                        .path("name")
                        .path(0)
                        .asText();
                ArrayNode found = JSON.createArrayNode();
                networks.values().stream()
                        .filter(network -> network.path("Name").asText().matches(wanted))
                        .forEach(found::add);
                answer(exchange, 200, found);
            }
            case "POST 2" -> {
                String name = request.json().path("Name").asText();
                ObjectNode network = network(name, (ObjectNode) request.json().path("Options"));
                network.set("IPAM", request.json().path("IPAM"));
                networks.put(name, network);
                answer(exchange, 201, network);
            }
            default ->
                Optional.ofNullable(networks.get(words.get(1).replaceFirst("^id-", "")))
                        .ifPresentOrElse(
                                network -> send(exchange, 200, network),
                                () -> send(exchange, 404, message("no such network")));
        }
    }

    private static ObjectNode network(String name, ObjectNode options) {
        ObjectNode network = JSON.createObjectNode().put("Name", name).put("Id", "id-" + name);
        network.set("Options", options);
        return network;
    }

    private void container(HttpExchange exchange, Asked request, List<String> words) throws IOException {
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

    private void exec(HttpExchange exchange, List<String> words) throws IOException {
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

    /** How Docker tells the two streams of a command apart on one connection. */
    private static void frame(OutputStream out, int stream, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0) {
            out.write(java.nio.ByteBuffer.allocate(8)
                    .put(0, (byte) stream)
                    .putInt(4, bytes.length)
                    .array());
            out.write(bytes);
        }
    }

    private static OutputStream begin(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/vnd.docker.raw-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        return exchange.getResponseBody();
    }

    private static void stream(HttpExchange exchange, byte[] bytes) throws IOException {
        begin(exchange).write(bytes);
    }

    private static void refuse(HttpExchange exchange, int status, String text) throws IOException {
        answer(exchange, status, message(text));
    }

    private static ObjectNode message(String text) {
        return JSON.createObjectNode().put("message", text);
    }

    private static void send(HttpExchange exchange, int status, JsonNode body) {
        try {
            if (body == null) {
                exchange.sendResponseHeaders(status, -1);
            } else {
                answer(exchange, status, body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
