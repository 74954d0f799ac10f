package dev.butlerlabs.core.docker;

import static dev.butlerlabs.core.docker.StandInAnswers.answer;
import static dev.butlerlabs.core.docker.StandInAnswers.message;
import static dev.butlerlabs.core.docker.StandInAnswers.send;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.butlerlabs.core.docker.DockerStandIn.Asked;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The networks of an engine; the one that each engine has is there from the start. */
final class StandInNetworks {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, ObjectNode> networks = new ConcurrentHashMap<>();

    StandInNetworks() {
        networks.put("bridge", network("bridge", JSON.createObjectNode().put("com.docker.network.driver.mtu", "1450")));
    }

    void handle(HttpExchange exchange, Asked request, List<String> words) throws IOException {
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
}
