package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an answer that is no success means. */
final class Refusal {
    /** Prism has no code of its own for a lack of room; projects, hosts and storage each word it in their way. */
    private static final Pattern NO_ROOM = Pattern.compile(
            "quota|insufficient|not enough|no ?host ?resources|out of (memory|space)|resource.?exhausted",
            Pattern.CASE_INSENSITIVE);

    private Refusal() {}

    static ButlerException of(Endpoint endpoint, int status, byte[] body, Echo echo) {
        List<Message> messages = Json.read(body).map(Refusal::messages).orElse(List.of());
        String told = told(messages, echo).map(text -> ": " + text).orElse(".");
        ErrorCode code = code(status, messages);
        return new ButlerException(
                code, "Prism Central at %s %s%s".formatted(endpoint, sentence(code), told), hint(code));
    }

    /** What the state of a virtual machine tells of its failure. */
    static ButlerException ofFailedMachine(String name, List<Message> messages, Echo echo) {
        ErrorCode code = isLackOfRoom(messages) ? ErrorCode.QUOTA : ErrorCode.PROVIDER;
        return new ButlerException(
                code,
                "Prism could not make the virtual machine %s: %s"
                        .formatted(name, told(messages, echo).orElse("it does not say why")),
                hint(code));
    }

    /** Messages as Prism gives them in answers and in the state of things. */
    static List<Message> messages(JsonNode tree) {
        return Json.items(tree.path("message_list"))
                .map(message -> new Message(
                        message.path("reason").asText(""),
                        message.path("message").asText("")))
                .toList();
    }

    static Optional<String> told(List<Message> messages, Echo echo) {
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
            case UNAUTHENTICATED -> "does not accept the user and password";
            case FORBIDDEN -> "does not allow this user what was asked";
            case NOT_FOUND -> "does not know what was asked for";
            case CONFLICT -> "was asked while somebody else changed the same thing";
            case THROTTLED -> "is asked too often";
            case PROVIDER_TROUBLED -> "is in trouble";
            case QUOTA -> "has no room for what was asked";
            default -> "refused";
        };
    }

    private static String hint(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED ->
                "Check username and password of the credentials, and that the user may use the API.";
            case FORBIDDEN ->
                "Give the user a role that may see clusters, images and subnets and make, change and delete VMs.";
            case NOT_FOUND ->
                "Compare image, subnet, cluster and storage container of the settings with those in Prism.";
            case QUOTA ->
                "Free memory, processors or storage on the cluster, raise the project's quota, or ask for less.";
            case PROVIDER -> "Follow the message of Prism; the settings are described in docs/providers/nutanix.md.";
            default -> code.remedy();
        };
    }

    /**
     * One message.
     *
     * @param reason a word such as INVALID_REQUEST; empty when there is none
     */
    record Message(String reason, String text) {}
}
