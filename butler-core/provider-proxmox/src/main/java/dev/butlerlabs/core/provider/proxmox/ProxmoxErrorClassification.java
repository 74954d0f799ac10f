package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Translates error responses and failed tasks to {@link ButlerException}. Proxmox VE answers most refusals with status 500; only
 * their text says what happened.
 */
final class ProxmoxErrorClassification {
    private static final Pattern TAKEN = caseless("already exists");
    private static final Pattern MISSING_CONFIG =
            caseless("configuration file '.*' does not exist|unlink .* no such file");
    private static final Pattern NO_AGENT = caseless("guest agent|agent configured|VM \\d+ is not running");

    private static final List<Rule> RULES = List.of(
            new Rule(caseless("permission check failed"), ErrorCode.FORBIDDEN),
            new Rule(caseless("checksum mismatch"), ErrorCode.CONFLICT),
            new Rule(TAKEN, ErrorCode.CONFLICT),
            new Rule(
                    caseless("is locked|can't lock file|trying to acquire lock|got lock timeout"), ErrorCode.NOT_READY),
            new Rule(
                    caseless(
                            "cluster not ready|no quorum|got no worker upid|unexpected state change|interrupted by signal"
                                    + "|device or resource busy|is running - destroy failed|unable to proxy"),
                    ErrorCode.PROVIDER_TROUBLED),
            new Rule(
                    caseless("no space left|insufficient free|not enough|out of (memory|space)|cannot allocate memory"
                            + "|can't allocate memory|quota|free extents"),
                    ErrorCode.QUOTA),
            new Rule(caseless("got timeout|timed out|connection (refused|reset)"), ErrorCode.PROVIDER_TROUBLED),
            new Rule(caseless("does not exist|no such|not available on node"), ErrorCode.NOT_FOUND));

    private ProxmoxErrorClassification() {}

    private static Pattern caseless(String expression) {
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }

    static ButlerException of(ProxmoxEndpoint endpoint, RestResponse response, SecretRedactor redactor) {
        return of(endpoint, response.status(), text(response), redactor);
    }

    static ButlerException of(ProxmoxEndpoint endpoint, int status, String text, SecretRedactor redactor) {
        ErrorCode code = code(status, text);
        String reported = text.isBlank() ? "." : ": " + redactor.clean(text);
        return new ButlerException(
                code, "Proxmox VE at %s %s%s".formatted(endpoint, sentence(code), reported), hint(code));
    }

    /** Returns the failure of a task, such as the creation of a virtual machine. */
    static ButlerException ofTask(ProxmoxTask task, String exitStatus, SecretRedactor redactor) {
        ErrorCode code = codeOf(exitStatus);
        return new ButlerException(
                code,
                "The task %s on node %s failed: %s".formatted(task.type(), task.node(), redactor.clean(exitStatus)),
                hint(code));
    }

    /** Returns the message of a response with the problems of each parameter. */
    static String text(RestResponse response) {
        return response.json()
                .filter(JsonNode::isObject)
                .map(ProxmoxErrorClassification::text)
                .orElseGet(() ->
                        response.text().startsWith("<") ? "" : response.text().strip());
    }

    static String text(JsonNode body) {
        String message = body.path("message").asText("").strip();
        String parameters = body.path("errors")
                .propertyStream()
                .map(error ->
                        error.getKey() + ": " + error.getValue().asText("").strip())
                .collect(Collectors.joining("; "));
        return message.isEmpty() || parameters.isEmpty() ? message + parameters : message + " " + parameters;
    }

    /** Returns whether a text says that the VM ID is in use. */
    static boolean isTaken(String text) {
        return TAKEN.matcher(text).find();
    }

    /** Returns whether a text says that the virtual machine or the file does not exist on the node. */
    static boolean isMissing(String text) {
        return MISSING_CONFIG.matcher(text).find();
    }

    /** Returns whether a text says that the guest agent does not answer. */
    static boolean isAgentSilent(String text) {
        return NO_AGENT.matcher(text).find();
    }

    private static ErrorCode code(int status, String text) {
        return switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 429 -> ErrorCode.THROTTLED;
            case 502, 503, 504 -> ErrorCode.PROVIDER_TROUBLED;
            case 595, 596, 597, 598, 599 -> ErrorCode.UNREACHABLE;
            default -> status >= 500 && text.isBlank() ? ErrorCode.PROVIDER_TROUBLED : codeOf(text);
        };
    }

    private static ErrorCode codeOf(String text) {
        return RULES.stream()
                .filter(rule -> rule.pattern().matcher(text).find())
                .map(Rule::code)
                .findFirst()
                .orElse(ErrorCode.PROVIDER);
    }

    private static String sentence(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED -> "rejected the credentials";
            case FORBIDDEN -> "denied the request: the user or token does not have permission";
            case NOT_FOUND -> "returned not found";
            case CONFLICT -> "reported a conflict with a concurrent change";
            case NOT_READY -> "cannot change the virtual machine now";
            case THROTTLED -> "rejected the request: rate limit exceeded";
            case UNREACHABLE -> "cannot connect to the node";
            case PROVIDER_TROUBLED -> "reported a temporary error";
            case QUOTA -> "has insufficient resources for the request";
            default -> "rejected the request";
        };
    }

    private static String hint(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED ->
                "Check the token, or username and password; the user name includes its realm, such as butler@pve.";
            case FORBIDDEN ->
                "Grant the role in configs/permissions/proxmox-role.txt, and for images that in proxmox-images-role.txt, to the user, and to the token if it has separate privileges.";
            case NOT_FOUND ->
                "Compare nodes, storage, template, bridge and pool in the settings with those in Proxmox VE.";
            case UNREACHABLE -> "Check that the node is running. Butler retries automatically.";
            case QUOTA -> "Free memory or storage on the nodes, add a node to the settings, or request less.";
            case PROVIDER -> "See the message of Proxmox VE. The settings are described in docs/providers/proxmox.md.";
            default -> code.remedy();
        };
    }

    private record Rule(Pattern pattern, ErrorCode code) {}
}
