package dev.butlerlabs.core.docker;

import static dev.butlerlabs.core.docker.StandInAnswers.answer;
import static dev.butlerlabs.core.docker.StandInAnswers.refuse;
import static dev.butlerlabs.core.docker.StandInAnswers.stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import dev.butlerlabs.core.docker.DockerStandIn.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The images an engine has. Every image can be pulled. */
final class StandInImages {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Set<String> images = ConcurrentHashMap.newKeySet();

    void add(ImageName image) {
        images.add(image.wanted());
    }

    void handle(HttpExchange exchange, Asked request) throws IOException {
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
}
