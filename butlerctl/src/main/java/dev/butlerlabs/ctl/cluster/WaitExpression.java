package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import dev.butlerlabs.core.cli.output.GoValueText;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The value of {@code --for}: {@code delete}, {@code condition=Ready}, {@code phase=Ready} or {@code jsonpath={.status.phase}=Ready}. Immutable.
 */
final class WaitExpression {
    private final String text;
    private final Optional<Test> test;

    /** Evaluates an object; returns what was observed instead, empty if the expression holds. */
    @FunctionalInterface
    private interface Test {
        Optional<String> unmet(Map<String, Object> object);
    }

    private WaitExpression(String text, Optional<Test> test) {
        this.text = text;
        this.test = test;
    }

    /** @throws TemplateException with the reason if the text is not an expression */
    static WaitExpression parse(String text) {
        int equals = text.indexOf('=');
        String kind = equals < 0 ? text : text.substring(0, equals);
        String value = equals < 0 ? "" : text.substring(equals + 1);
        if (!kind.equals("delete") && value.isBlank()) {
            throw new TemplateException(
                    "use delete, condition=TYPE[=STATUS], phase=PHASE or jsonpath=EXPRESSION[=VALUE]");
        }
        return switch (kind) {
            case "delete" -> new WaitExpression("it is deleted", Optional.empty());
            case "condition" -> condition(value);
            case "phase" ->
                new WaitExpression(
                        "its phase is " + value,
                        Optional.of(object -> phase(object).equalsIgnoreCase(value)
                                ? Optional.empty()
                                : Optional.of("its phase is " + phase(object))));
            case "jsonpath" -> jsonPath(value);
            default ->
                throw new TemplateException(
                        "unknown kind \"%s\": use delete, condition, phase or jsonpath".formatted(kind));
        };
    }

    private static WaitExpression condition(String value) {
        String[] parts = value.split("=", 2);
        String wanted = parts.length == 1 ? "True" : parts[1];
        return new WaitExpression(
                "its condition %s is %s".formatted(parts[0], wanted),
                Optional.of(object -> conditionUnmet(object, parts[0], wanted)));
    }

    private static Optional<String> conditionUnmet(Map<String, Object> object, String type, String wanted) {
        if (object.get("status") instanceof Map<?, ?> status
                && status.get("conditions") instanceof List<?> conditions) {
            for (Object condition : conditions) {
                if (condition instanceof Map<?, ?> fields
                        && type.equalsIgnoreCase(String.valueOf(fields.get("type")))) {
                    String actual = String.valueOf(fields.get("status"));
                    return actual.equalsIgnoreCase(wanted)
                            ? Optional.empty()
                            : Optional.of("its condition %s is %s".formatted(type, actual));
                }
            }
        }
        return Optional.of("it has no condition " + type);
    }

    private static String phase(Map<String, Object> object) {
        return object.get("status") instanceof Map<?, ?> status
                ? Objects.toString(status.get("phase"), "Pending")
                : "Pending";
    }

    /** The value follows the expression; an equals sign within braces belongs to the expression. */
    private static WaitExpression jsonPath(String value) {
        int end = value.startsWith("{") ? value.lastIndexOf('}') + 1 : value.indexOf('=');
        int split = end > 0 && end < value.length() ? end : value.length();
        if (split < value.length() && value.charAt(split) != '=') {
            throw new TemplateException("expected = after the JSONPath expression");
        }
        JsonPathTemplate field = JsonPathTemplate.parseExpression(value.substring(0, split));
        Optional<String> wanted = split < value.length() ? Optional.of(value.substring(split + 1)) : Optional.empty();
        return new WaitExpression(
                "%s is %s".formatted(value.substring(0, split), wanted.orElse("set")),
                Optional.of(object -> fieldUnmet(field, wanted, value.substring(0, split), object)));
    }

    private static Optional<String> fieldUnmet(
            JsonPathTemplate field, Optional<String> wanted, String name, Map<String, Object> object) {
        List<Object> values = field.select(object);
        if (values.isEmpty()) {
            return Optional.of(name + " is not set");
        }
        String actual = GoValueText.of(values.getFirst());
        return wanted.isEmpty() || wanted.get().equals(actual)
                ? Optional.empty()
                : Optional.of("%s is %s".formatted(name, actual));
    }

    /** Returns whether the object is expected to disappear. */
    boolean isDeletion() {
        return test.isEmpty();
    }

    /** Completes "waiting until …". */
    String what() {
        return text;
    }

    /**
     * Returns what was observed instead; empty if the expression holds.
     *
     * @throws TemplateException if the expression does not fit the object
     */
    Optional<String> unmet(Map<String, Object> object) {
        return test.orElseThrow().unmet(object);
    }
}
