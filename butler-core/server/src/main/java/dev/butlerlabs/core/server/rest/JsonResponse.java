package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.json.RecordJsonWriter;

/** Responses with JSON and a status other than 200. */
final class JsonResponse {
    private JsonResponse() {}

    static WebResponse of(int status, Object value) {
        return WebResponse.of(status, "application/json", RecordJsonWriter.write(value));
    }
}
