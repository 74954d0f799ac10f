package dev.butlerlabs.core.server.json;

import dev.butlerlabs.core.error.InputProblem;
import java.util.List;

/** Checks a value that was read with the rules of its field. Pure functions. */
final class FieldRule {
    private FieldRule() {}

    static void check(JsonField rule, Object value, String path, List<InputProblem> problems) {
        switch (value) {
            case String text -> checkText(rule, text, path, problems);
            case Integer number -> {
                if (number < rule.min() || number > rule.max()) {
                    problems.add(new InputProblem(path, "must be between %d and %d".formatted(rule.min(), rule.max())));
                }
            }
            case null, default -> {
                // Other values have no rules.
            }
        }
    }

    private static void checkText(JsonField rule, String text, String path, List<InputProblem> problems) {
        if (text.length() > rule.max()) {
            problems.add(new InputProblem(path, "must not be longer than %d characters".formatted(rule.max())));
        }
        if (!rule.pattern().isEmpty() && !text.matches(rule.pattern())) {
            problems.add(new InputProblem(path, "must match " + rule.pattern()));
        }
        if (rule.words().length > 0 && !List.of(rule.words()).contains(text)) {
            problems.add(new InputProblem(path, "must be one of " + String.join(", ", rule.words())));
        }
    }
}
