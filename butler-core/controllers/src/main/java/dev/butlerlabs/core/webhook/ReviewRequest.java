package dev.butlerlabs.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The request of an AdmissionReview, with objects that are not decoded yet.
 *
 * @param uid identifies the request in the response
 * @param before the stored object; empty for a creation
 * @param after the object as requested; empty for a deletion
 */
record ReviewRequest(
        String uid,
        String group,
        String kind,
        Operation operation,
        Optional<JsonNode> before,
        Optional<JsonNode> after,
        Requester requester,
        boolean dryRun) {
    static final String API_VERSION = "admission.k8s.io/v1";
    static final String KIND = "AdmissionReview";

    /**
     * Reads an AdmissionReview.
     *
     * @throws ReviewFormatException if a field that API servers always send is missing or not valid
     */
    static ReviewRequest read(JsonNode review) throws ReviewFormatException {
        require(review.path("apiVersion").asText().equals(API_VERSION), "apiVersion is not " + API_VERSION);
        require(review.path("kind").asText().equals(KIND), "kind is not " + KIND);
        JsonNode request = review.path("request");
        Operation operation = operation(request.path("operation").asText());
        Optional<JsonNode> before = object(request, "oldObject");
        Optional<JsonNode> after = object(request, "object");
        require(operation == Operation.CREATE || before.isPresent(), "request.oldObject is missing");
        require(operation == Operation.DELETE || after.isPresent(), "request.object is missing");
        return new ReviewRequest(
                text(request, "/uid"),
                request.at("/kind/group").asText(),
                text(request, "/kind/kind"),
                operation,
                before,
                after,
                new Requester(text(request, "/userInfo/username"), groups(request)),
                request.path("dryRun").asBoolean());
    }

    private static Operation operation(String name) throws ReviewFormatException {
        for (Operation operation : Operation.values()) {
            if (operation.name().equals(name)) {
                return operation;
            }
        }
        throw new ReviewFormatException("request.operation is not CREATE, UPDATE or DELETE");
    }

    private static Optional<JsonNode> object(JsonNode request, String field) {
        return Optional.of(request.path(field)).filter(JsonNode::isObject);
    }

    private static String text(JsonNode request, String pointer) throws ReviewFormatException {
        String text = request.at(pointer).asText();
        require(!text.isEmpty(), "request" + pointer.replace('/', '.') + " is missing");
        return text;
    }

    private static List<String> groups(JsonNode request) {
        return StreamSupport.stream(request.at("/userInfo/groups").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static void require(boolean condition, String problem) throws ReviewFormatException {
        if (!condition) {
            throw new ReviewFormatException(problem);
        }
    }
}
