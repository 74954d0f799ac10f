package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors of validating a value against a schema, and the number of passed checks: of several failed alternatives, the one with the most
 * passed checks is reported.
 */
final class ValidationOutcome {
    private final List<FieldError> errors = new ArrayList<>();
    private int passed;

    List<FieldError> errors() {
        return errors;
    }

    int passed() {
        return passed;
    }

    boolean isValid() {
        return errors.isEmpty();
    }

    void pass() {
        passed++;
    }

    void add(FieldError error) {
        errors.add(error);
    }

    void merge(ValidationOutcome other) {
        errors.addAll(other.errors);
        passed += other.passed;
    }

    void invalid(FieldPath path, JsonNode value, String sentence) {
        add(FieldError.invalid(path.reported(), value, path + " in body " + sentence));
    }

    void invalid(FieldPath path, String value, String sentence) {
        invalid(path, JsonNodeFactory.instance.textNode(value), sentence);
    }

    void invalid(FieldPath path, long value, String sentence) {
        invalid(path, JsonNodeFactory.instance.numberNode(value), sentence);
    }

    /** Adds an error about a combination of schemas, which contains the path only in its message. */
    void combination(FieldPath path, String sentence) {
        add(FieldError.invalid(
                FieldPath.ROOT.reported(), "", GoValueFormatter.quote(path.toString()) + " must " + sentence));
    }

    void wrongType(FieldPath path, String expected, String found) {
        add(FieldError.typeInvalid(
                path.reported(),
                JsonNodeFactory.instance.textNode(found),
                path + " in body must be of type " + expected + ": " + GoValueFormatter.quote(found)));
    }

    void tooMany(FieldPath path, long actual, long most) {
        String sentence = "must have at most " + most + (most == 1 ? " item" : " items");
        add(new FieldError(
                FieldError.Kind.TOO_MANY, path.reported(), JsonNodeFactory.instance.numberNode(actual), sentence));
    }
}
