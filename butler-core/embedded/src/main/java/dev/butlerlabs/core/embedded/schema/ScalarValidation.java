package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Limits;

/** Validates strings and numbers against the limits of their schema. */
final class ScalarValidation {
    private ScalarValidation() {}

    /** Reports only the first violated limit of a string: a string that is too long is not matched against the pattern. */
    static void text(JsonNode value, Limits limits, FieldPath path, ValidationOutcome outcome) {
        String text = value.textValue();
        long length = text.codePointCount(0, text.length());
        if (limits.maxLength().isPresent() && length > limits.maxLength().get()) {
            outcome.add(tooLong(path, limits.maxLength().get()));
        } else if (limits.minLength().isPresent() && length < limits.minLength().get()) {
            outcome.invalid(
                    path, value, "should be at least " + limits.minLength().get() + " chars long");
        } else if (limits.pattern().isPresent() && !limits.pattern().get().matches(text)) {
            outcome.invalid(
                    path, value, "should match '" + limits.pattern().get().text() + "'");
        } else {
            outcome.pass();
        }
    }

    private static FieldError tooLong(FieldPath path, long most) {
        String sentence = "may not be more than " + most + (most == 1 ? " byte" : " bytes");
        return new FieldError(FieldError.Kind.TOO_LONG, path.reported(), MissingNode.getInstance(), sentence);
    }

    static void format(JsonNode value, Limits limits, FieldPath path, ValidationOutcome outcome) {
        String format = limits.format();
        if (!FormatValidation.isKnown(format)) {
            return;
        }
        if (FormatValidation.accepts(format, value.textValue())) {
            outcome.pass();
        } else {
            outcome.wrongType(path, format, value.textValue());
        }
    }

    static void number(JsonNode value, Limits limits, FieldPath path, ValidationOutcome outcome) {
        limits.multipleOf().ifPresent(factor -> multiple(value, factor, path, outcome));
        limits.minimum().ifPresent(minimum -> minimum(value, minimum, limits.exclusiveMinimum(), path, outcome));
        limits.maximum().ifPresent(maximum -> maximum(value, maximum, limits.exclusiveMaximum(), path, outcome));
        outcome.pass();
    }

    private static void multiple(JsonNode value, double factor, FieldPath path, ValidationOutcome outcome) {
        double bound = boundFor(value, factor);
        double times = factor < 1 ? 1 / bound * value.doubleValue() : value.doubleValue() / bound;
        if (Math.abs(times - Math.rint(times)) > 1e-9) {
            outcome.invalid(path, value, "should be a multiple of " + GoValueFormatter.decimal(bound));
        }
    }

    private static void minimum(
            JsonNode value, double minimum, boolean exclusive, FieldPath path, ValidationOutcome outcome) {
        double bound = boundFor(value, minimum);
        int order = compare(value, bound);
        if (order < 0 || (exclusive && order == 0)) {
            outcome.invalid(
                    path, value, "should be greater than " + (exclusive ? "" : "or equal to ") + printed(value, bound));
        }
    }

    private static void maximum(
            JsonNode value, double maximum, boolean exclusive, FieldPath path, ValidationOutcome outcome) {
        double bound = boundFor(value, maximum);
        int order = compare(value, bound);
        if (order > 0 || (exclusive && order == 0)) {
            outcome.invalid(
                    path, value, "should be less than " + (exclusive ? "" : "or equal to ") + printed(value, bound));
        }
    }

    /** Returns the bound for a value; kube-apiserver truncates the bound of an integer. */
    private static double boundFor(JsonNode value, double bound) {
        return value.isIntegralNumber() ? (long) bound : bound;
    }

    private static int compare(JsonNode value, double bound) {
        return value.isIntegralNumber() && value.canConvertToLong()
                ? Long.compare(value.longValue(), (long) bound)
                : Double.compare(value.doubleValue(), bound);
    }

    private static String printed(JsonNode value, double bound) {
        return value.isIntegralNumber() ? Long.toString((long) bound) : GoValueFormatter.decimal(bound);
    }
}
