package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;

/** What a server said, byte for byte and as a tree. */
record Answer(int status, HttpHeaders headers, String text) {

    JsonNode body() {
        return Yaml.json(text);
    }

    @Override
    public String toString() {
        return status + " " + (text.length() > 3000 ? text.substring(0, 3000) + "…" : text);
    }
}
