package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** How unknown and duplicate fields are handled. */
enum FieldValidation {
    STRICT,
    WARN,
    IGNORE;

    static FieldValidation of(ApiRequest request) {
        String word = request.query().text("fieldValidation");
        return switch (word) {
            case "Strict" -> STRICT;
            case "Warn", "" -> WARN;
            case "Ignore" -> IGNORE;
            default ->
                throw RequestOptions.invalid(
                        "CreateOptions",
                        FieldError.notSupported(
                                "fieldValidation",
                                com.fasterxml.jackson.databind.node.TextNode.valueOf(word),
                                List.of("Ignore", "Warn", "Strict")));
        };
    }

    /** Rejects the request, adds warnings or ignores the fields, depending on the level. */
    void judge(
            ApiRequest request,
            List<String> unknown,
            List<String> duplicates,
            Function<String, RuntimeException> refusal) {
        if (this == IGNORE || (unknown.isEmpty() && duplicates.isEmpty())) {
            return;
        }
        List<String> faults = Stream.concat(
                        duplicates.stream().map(path -> "duplicate field \"" + path + "\""),
                        unknown.stream().map(path -> "unknown field \"" + path + "\""))
                .toList();
        if (this == STRICT) {
            throw refusal.apply("strict decoding error: " + String.join(", ", faults));
        }
        faults.forEach(request::warn);
    }
}
