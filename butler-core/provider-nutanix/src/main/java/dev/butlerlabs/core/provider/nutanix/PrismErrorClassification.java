package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Translates error responses of Prism to {@link ButlerException}. */
final class PrismErrorClassification {
    /** Messages about insufficient resources. Prism has no error code for it; projects, hosts and storage use different texts. */
    private static final Pattern NO_ROOM = Pattern.compile(
            "quota|insufficient|not enough|no ?host ?resources|out of (memory|space)|resource.?exhausted",
            Pattern.CASE_INSENSITIVE);

    private PrismErrorClassification() {}

    static ButlerException of(PrismEndpoint endpoint, int status, Optional<JsonNode> body, SecretRedactor echo) {
        List<Message> messages = body.map(PrismErrorClassification::messages).orElse(List.of());
        String told = told(messages, echo).map(text -> ": " + text).orElse(".");
        ErrorCode code = code(status, messages);
        return new ButlerException(
                code, "Prism Central at %s %s%s".formatted(endpoint, sentence(code), told), hint(code));
    }

    /** Returns the failure of a virtual machine as reported in its state. */
    static ButlerException ofFailedMachine(String name, List<Message> messages, SecretRedactor echo) {
        ErrorCode code = isLackOfRoom(messages) ? ErrorCode.QUOTA : ErrorCode.PROVIDER;
        return new ButlerException(
                code,
                "Prism failed to create the virtual machine %s: %s"
                        .formatted(name, told(messages, echo).orElse("no reason reported")),
                hint(code));
    }

    /** Returns the messages of a response or of the state of an entity. */
    static List<Message> messages(JsonNode tree) {
        return JsonDocument.items(tree.path("message_list"))
                .map(message -> new Message(
                        message.path("reason").asText(""),
                        message.path("message").asText("")))
                .toList();
    }

    static Optional<String> told(List<Message> messages, SecretRedactor echo) {
        String text = messages.stream()
                .map(message -> message.text().isBlank() ? message.reason() : message.text())
                .filter(words -> !words.isBlank())
                .distinct()
                .collect(Collectors.joining("; "));
        return text.isEmpty() ? Optional.empty() : Optional.of(echo.clean(text));
    }

    static boolean isLackOfRoom(List<Message> messages) {
        return messages.stream()
                .anyMatch(message -> NO_ROOM.matcher(message.reason()).find()
                        || NO_ROOM.matcher(message.text()).find());
    }

    private static ErrorCode code(int status, List<Message> messages) {
        return switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 409, 412 -> ErrorCode.CONFLICT;
            case 408, 429 -> ErrorCode.THROTTLED;
            default -> status >= 500 ? ErrorCode.PROVIDER_TROUBLED : refused(messages);
        };
    }

    private static ErrorCode refused(List<Message> messages) {
        if (isLackOfRoom(messages)) {
            return ErrorCode.QUOTA;
        }
        boolean missing = messages.stream().anyMatch(message -> message.reason().contains("NOT_FOUND"));
        return missing ? ErrorCode.NOT_FOUND : ErrorCode.PROVIDER;
    }

    private static String sentence(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED -> "rejected the username and password";
            case FORBIDDEN -> "denied the request: the user does not have permission";
            case NOT_FOUND -> "returned not found";
            case CONFLICT -> "reported a conflict with a concurrent change";
            case THROTTLED -> "rejected the request: rate limit exceeded";
            case PROVIDER_TROUBLED -> "reported a temporary internal error";
            case QUOTA -> "has insufficient resources for the request";
            default -> "refused";
        };
    }

    private static String hint(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED -> "Check username and password of the credentials, and that the user has API access.";
            case FORBIDDEN ->
                "Assign the user a role that can view clusters, images and subnets, and create, update and delete VMs.";
            case NOT_FOUND ->
                "Compare image, subnet, cluster and storage container in the settings with those in Prism.";
            case QUOTA ->
                "Free memory, CPUs or storage on the cluster, raise the quota of the project, or request less.";
            case PROVIDER -> "See the message of Prism. The settings are described in docs/providers/nutanix.md.";
            default -> code.remedy();
        };
    }

    /**
     * A message of Prism.
     *
     * @param reason such as INVALID_REQUEST; empty if there is none
     */
    record Message(String reason, String text) {}
}
