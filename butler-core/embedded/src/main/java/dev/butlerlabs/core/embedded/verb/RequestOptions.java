package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import java.util.List;

/** The query parameters of write requests. */
final class RequestOptions {
    private static final int LONGEST_MANAGER = 128;

    private RequestOptions() {}

    static boolean dryRun(QueryParameters query) {
        return dryRun(query.values().getOrDefault("dryRun", List.of()), "CreateOptions");
    }

    static boolean dryRun(List<String> values, String options) {
        for (String value : values) {
            if (!value.equals("All")) {
                throw invalid(
                        options,
                        FieldError.notSupported(
                                "dryRun", JsonNodeFactory.instance.arrayNode().add(value), List.of("All")));
            }
        }
        return !values.isEmpty();
    }

    /** Returns the field manager of a write: the one in the request, or else the program name in the user agent. */
    static String manager(ApiRequest request) {
        String named = request.query().text("fieldManager");
        if (named.length() > LONGEST_MANAGER) {
            throw invalid(
                    "CreateOptions",
                    new FieldError(
                            FieldError.Kind.TOO_LONG,
                            "fieldManager",
                            JsonNodeFactory.instance.missingNode(),
                            "may not be more than " + LONGEST_MANAGER + " bytes"));
        }
        if (!named.chars().allMatch(symbol -> symbol >= ' ' && symbol != 0x7f)) {
            throw invalid(
                    "CreateOptions",
                    FieldError.invalid("fieldManager", named, "should only contain printable characters"));
        }
        return named.isEmpty() ? program(request.headers().userAgent()) : named;
    }

    private static String program(String userAgent) {
        int slash = userAgent.indexOf('/');
        String program = slash < 0 ? userAgent : userAgent.substring(0, slash);
        return program.length() > LONGEST_MANAGER ? program.substring(0, LONGEST_MANAGER) : program;
    }

    static ApiException invalid(String options, FieldError... errors) {
        return ApiException.invalid(new ApiStatusSubject("meta.k8s.io", options, ""), List.of(errors));
    }
}
