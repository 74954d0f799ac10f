package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final int FORM_START = 2000;
    private static final Pattern FIELD =
            Pattern.compile("form-data; name=\"([^\"]+)\"(?:; filename=\"([^\"]+)\"|\r\n\r\n([^\r]*)\r\n)");

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
            public boolean receives(HttpApiRequest head) {
                return application.receives(head);
            }

            /** The parameters are the fields of the form, which are in front of the file. */
            @Override
            public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
                byte[] start = body.readNBytes(FORM_START);
                HttpApiResponse response =
                        application.receive(head, new SequenceInputStream(new ByteArrayInputStream(start), body));
                RecordedCall call = of(head, response);
                calls.add(new RecordedCall(call.method, call.path, fields(start), call.status, call.response));
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

    private static Map<String, String> fields(byte[] form) {
        Map<String, String> fields = new TreeMap<>();
        Matcher matcher = FIELD.matcher(new String(form, StandardCharsets.ISO_8859_1));
        while (matcher.find()) {
            fields.put(matcher.group(1), Optional.ofNullable(matcher.group(2)).orElseGet(() -> matcher.group(3)));
        }
        return fields;
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
