package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.selector.FieldSelector;
import dev.butlerlabs.core.embedded.selector.LabelSelector;
import dev.butlerlabs.core.embedded.selector.ObjectSelector;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import java.util.List;
import java.util.Optional;

/**
 * The options of a list or watch request.
 *
 * @param version the requested resource version; empty or zero for any recent state
 * @param exactly whether the state at exactly that version is requested
 * @param limit maximum number of objects per page; zero for all
 * @param next the continue token; empty for the first page
 */
record ListOptions(
        ObjectSelector selector,
        Optional<String> exactName,
        Optional<Long> version,
        boolean exactly,
        int limit,
        Optional<ContinueToken> next) {

    static ListOptions of(QueryParameters query, ServedResource resource) {
        query.number("timeoutSeconds");
        if (!query.text("sendInitialEvents").isEmpty()) {
            throw RequestOptions.invalid(
                    "ListOptions",
                    FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        FieldSelector fields = FieldSelector.parse(query.text("fieldSelector"), resource);
        ObjectSelector selector =
                LabelSelector.parse(query.text("labelSelector")).also(fields.selector());
        Optional<Long> version = version(query);
        int limit = (int) Math.min(Math.max(0, query.number("limit")), Integer.MAX_VALUE);
        boolean exactly = exactly(query, version, limit);
        Optional<ContinueToken> next = query.find("continue").map(ContinueToken::parse);
        if (next.isPresent() && version.isPresent() && version.get() != 0) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        return new ListOptions(selector, fields.exactName(), version, exactly, limit, next);
    }

    static Optional<Long> version(QueryParameters query) {
        String text = query.text("resourceVersion");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseUnsignedLong(text));
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("invalid resource version \"" + text + "\": it is not a number");
        }
    }

    /** Returns the resource version of a get or watch request; like kube-apiserver, responds to a malformed one with an internal error. */
    static long versionOrFail(QueryParameters query) {
        String text = query.text("resourceVersion");
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new ApiException(
                    500,
                    "",
                    FieldError.invalid(
                                    "resourceVersion",
                                    text,
                                    "strconv.ParseUint: parsing \"" + text + "\": invalid syntax")
                            .toString(),
                    ApiStatusDetails.ABSENT);
        }
    }

    private static boolean exactly(QueryParameters query, Optional<Long> version, int limit) {
        String match = query.text("resourceVersionMatch");
        if (!match.isEmpty() && version.isEmpty()) {
            throw RequestOptions.invalid(
                    "ListOptions",
                    FieldError.forbidden(
                            "resourceVersionMatch",
                            "resourceVersionMatch is forbidden unless resourceVersion is provided"));
        }
        return switch (match) {
            case "" -> limit > 0 && version.orElse(0L) != 0;
            case "NotOlderThan" -> false;
            case "Exact" -> {
                refuseExactZero(version);
                yield true;
            }
            default ->
                throw RequestOptions.invalid(
                        "ListOptions",
                        FieldError.notSupported(
                                "resourceVersionMatch", TextNode.valueOf(match), List.of("Exact", "NotOlderThan", "")));
        };
    }

    private static void refuseExactZero(Optional<Long> version) {
        if (version.orElse(0L) == 0) {
            throw RequestOptions.invalid(
                    "ListOptions",
                    FieldError.forbidden(
                            "resourceVersionMatch",
                            "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
        }
    }
}
