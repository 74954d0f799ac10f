package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request with its response.
 *
 * @param path decoded path below {@code /api2/json}
 * @param parameters parameters of query and body
 */
record RecordedCall(
        String method, String path, Map<String, String> parameters, int status, Optional<JsonNode> response) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String API = "/api2/json";

    /** Returns an application that records the calls of another one. */
    static HttpApplication recording(HttpApplication application, List<RecordedCall> calls) {
        return new HttpApplication() {
            @Override
            public HttpApiResponse answer(HttpApiRequest request) {
                HttpApiResponse response = application.answer(request);
                calls.add(of(request, response));
                return response;
            }

            @Override
            public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
                return application.refusal(fault, request);
            }

            @Override
            public Optional<Subject> subject(HttpApiRequest request) {
                return application.subject(request);
            }
        };
    }

    private static RecordedCall of(HttpApiRequest request, HttpApiResponse response) {
        try {
            JsonNode body = MAPPER.readTree(response.body());
            return new RecordedCall(
                    request.method(),
                    request.path().substring(API.length()),
                    PveParameters.decode(request),
                    response.status(),
                    Optional.ofNullable(body).filter(JsonNode::isObject));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
