package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Junctors;
import java.util.Optional;

/** Validates a value against allOf, anyOf, oneOf and not. */
final class JunctorValidation {
    private JunctorValidation() {}

    static void check(
            JsonNode value, Optional<JsonNode> old, SchemaNode schema, FieldPath path, ValidationOutcome outcome) {
        Junctors junctors = schema.junctors();
        if (!junctors.isEmpty()) {
            anyOf(value, old, junctors, path, outcome);
            oneOf(value, old, junctors, path, outcome);
            allOf(value, old, junctors, path, outcome);
            not(value, old, junctors, path, outcome);
        }
        outcome.pass();
    }

    private static void anyOf(
            JsonNode value, Optional<JsonNode> old, Junctors junctors, FieldPath path, ValidationOutcome outcome) {
        ValidationOutcome best = null;
        for (SchemaNode alternative : junctors.anyOf()) {
            ValidationOutcome result = ValueValidation.alternative(value, old, alternative, path);
            if (result.isValid()) {
                outcome.merge(result);
                return;
            }
            best = better(best, result);
        }
        if (best != null) {
            outcome.combination(path, "validate at least one schema (anyOf)");
            outcome.merge(best);
        }
    }

    private static void oneOf(
            JsonNode value, Optional<JsonNode> old, Junctors junctors, FieldPath path, ValidationOutcome outcome) {
        if (junctors.oneOf().isEmpty()) {
            return;
        }
        ValidationOutcome first = null;
        ValidationOutcome best = null;
        int valid = 0;
        for (SchemaNode alternative : junctors.oneOf()) {
            ValidationOutcome result = ValueValidation.alternative(value, old, alternative, path);
            if (result.isValid()) {
                valid++;
                first = first == null ? result : first;
            } else {
                best = better(best, result);
            }
        }
        if (valid == 1) {
            outcome.merge(first);
        } else if (valid == 0) {
            outcome.combination(path, "validate one and only one schema (oneOf). Found none valid");
            outcome.merge(best);
        } else {
            outcome.combination(
                    path, "validate one and only one schema (oneOf). Found " + valid + " valid alternatives");
        }
    }

    private static void allOf(
            JsonNode value, Optional<JsonNode> old, Junctors junctors, FieldPath path, ValidationOutcome outcome) {
        int valid = 0;
        for (SchemaNode alternative : junctors.allOf()) {
            ValidationOutcome result = ValueValidation.alternative(value, old, alternative, path);
            valid += result.isValid() ? 1 : 0;
            outcome.merge(result);
        }
        if (valid < junctors.allOf().size()) {
            outcome.combination(path, "validate all the schemas (allOf)" + (valid == 0 ? ". None validated" : ""));
        }
    }

    private static void not(
            JsonNode value, Optional<JsonNode> old, Junctors junctors, FieldPath path, ValidationOutcome outcome) {
        boolean refused = junctors.not().isPresent()
                && ValueValidation.alternative(value, old, junctors.not().get(), path)
                        .isValid();
        if (refused) {
            outcome.combination(path, "not validate the schema (not)");
        }
    }

    private static ValidationOutcome better(ValidationOutcome best, ValidationOutcome candidate) {
        return best == null || candidate.passed() > best.passed() ? candidate : best;
    }
}
