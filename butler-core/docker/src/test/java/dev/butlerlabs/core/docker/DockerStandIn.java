package dev.butlerlabs.core.docker;

import static dev.butlerlabs.core.docker.StandInAnswers.answer;
import static dev.butlerlabs.core.docker.StandInAnswers.refuse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
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
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final StandInImages images = new StandInImages();
    private final StandInNetworks networks = new StandInNetworks();
    private final StandInContainers containers;
    private final Map<String, String> refusals = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> stalls = new ConcurrentHashMap<>();
    private volatile boolean rootless;

    private DockerStandIn(StandInNode node, HttpServer server) {
        this.containers = new StandInContainers(node);
        this.server = server;
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
        images.add(image);
    }

    /** From now on it says that it runs without root. */
    public void becomeRootless() {
        rootless = true;
    }

    /** The next request of this method and path is refused with this message. */
    public void refuseNext(String methodAndPath, String message) {
        refusals.put(methodAndPath, message);
    }

    /** Requests of this method and path get no answer until the latch is down. */
    public void stall(String methodAndPath, CountDownLatch until) {
        stalls.put(methodAndPath, until);
    }

    public List<Asked> asked(String methodAndPath) {
        return asked.stream()
                .filter(request -> request.toString().matches(methodAndPath))
                .toList();
    }

    public List<StandInContainer> containers() {
        return containers.all();
    }

    /** A container that somebody else made. */
    public void addForeign(String name, Map<String, String> labels) {
        containers.addForeign(name, labels);
    }

    /** As if the engine died: connections break, new ones are refused. */
    public void die() {
        server.stop(0);
    }

    @Override
    public void close() {
        containers.close();
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
            awaitStall(request);
            String refusal = refusals.remove(request.toString());
            if (refusal != null) {
                refuse(exchange, 500, refusal);
                return;
            }
            route(exchange, request, List.of(request.path().substring(1).split("/", -1)));
        }
    }

    private void awaitStall(Asked request) throws IOException {
        try {
            CountDownLatch stall = stalls.get(request.toString());
            if (stall != null) {
                stall.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the stand-in is closed", e);
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
            case "images" -> images.handle(exchange, request);
            case "networks" -> networks.handle(exchange, request, words);
            case "containers" -> containers.handle(exchange, request, words);
            case "exec" -> containers.handleExec(exchange, words);
            default -> refuse(exchange, 404, "page not found");
        }
    }

    private ObjectNode info() {
        ObjectNode info = JSON.createObjectNode().put("CgroupVersion", "2").put("Driver", "overlay2");
        info.putArray("DriverStatus").addArray().add("Backing Filesystem").add("xfs");
        info.putArray("SecurityOptions").add(rootless ? "name=rootless" : "name=seccomp,profile=default");
        return info;
    }
}
