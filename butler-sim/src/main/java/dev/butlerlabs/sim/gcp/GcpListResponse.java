package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** Renders list responses with pages. */
record GcpListResponse(GcpLinks links, int pageSize) {
    private static final String[] PARAMETERS = {
        "filter", "maxResults", "pageToken", "orderBy", "returnPartialSuccess", "includeAllScopes"
    };
    private static final int LARGEST_PAGE = 500;

    /** @param kind such as {@code compute#operationList} */
    ObjectNode list(GcpRequest request, String kind, List<ObjectNode> all) {
        request.requireParameters(PARAMETERS);
        List<ObjectNode> matching = matching(request, all);
        int from = offset(request);
        int until = Math.min(matching.size(), from + size(request));
        ObjectNode body = header(request, kind);
        body.putArray("items").addAll(matching.subList(Math.min(from, until), until));
        return paged(body, until, matching.size());
    }

    /** @param byScope resources by scope, such as {@code zones/europe-west3-a} */
    ObjectNode aggregated(
            GcpRequest request, String type, SequencedMap<String, List<ObjectNode>> byScope, Set<String> unreachable) {
        request.requireParameters(PARAMETERS);
        int from = offset(request);
        int until = from + size(request);
        int position = 0;
        ObjectNode body = header(request, "compute#" + type.substring(0, type.length() - 1) + "AggregatedList");
        ObjectNode items = body.putObject("items");
        for (Map.Entry<String, List<ObjectNode>> scope : byScope.entrySet()) {
            List<ObjectNode> shown = new ArrayList<>();
            for (ObjectNode item : matching(request, scope.getValue())) {
                if (position >= from && position < until) {
                    shown.add(item);
                }
                position++;
            }
            ObjectNode listed = items.putObject(scope.getKey());
            if (unreachable.contains(scope.getKey())) {
                warn(
                        listed,
                        "UNREACHABLE",
                        "The scope '%s' did not respond.".formatted(scope.getKey()),
                        scope.getKey());
            } else if (shown.isEmpty()) {
                warn(
                        listed,
                        "NO_RESULTS_ON_PAGE",
                        "No results for scope '%s' on this page.".formatted(scope.getKey()),
                        scope.getKey());
            } else {
                listed.putArray(type).addAll(shown);
            }
        }
        return paged(body, until, position);
    }

    private static void warn(ObjectNode listed, String code, String message, String scope) {
        ObjectNode warning = listed.putObject("warning").put("code", code).put("message", message);
        warning.putArray("data").addObject().put("key", "scope").put("value", scope);
    }

    private static List<ObjectNode> matching(GcpRequest request, List<ObjectNode> all) {
        GcpFilter filter = GcpFilter.of(request.parameter("filter"));
        return all.stream().filter(filter::matches).toList();
    }

    private ObjectNode header(GcpRequest request, String kind) {
        return GcpJson.object()
                .put("kind", kind)
                .put("id", "projects/%s/%s".formatted(links.project(), request.path()))
                .put("selfLink", links.of(request.path()));
    }

    private static ObjectNode paged(ObjectNode body, int until, int all) {
        if (until < all) {
            body.put("nextPageToken", "page-" + until);
        }
        return body;
    }

    private int size(GcpRequest request) {
        int asked = number(request, "maxResults", pageSize);
        if (asked > LARGEST_PAGE) {
            throw GcpApiError.invalidValue("maxResults", Integer.toString(asked));
        }
        return asked == 0 ? pageSize : Math.min(asked, pageSize);
    }

    private static int offset(GcpRequest request) {
        String token =
                request.parameter("pageToken").filter(text -> !text.isEmpty()).orElse("page-0");
        if (!token.matches("page-[0-9]{1,9}")) {
            throw GcpApiError.invalidValue("pageToken", token);
        }
        return Integer.parseInt(token.substring("page-".length()));
    }

    private static int number(GcpRequest request, String name, int usual) {
        String text = request.parameter(name).orElse(Integer.toString(usual));
        if (!text.matches("[0-9]{1,9}")) {
            throw GcpApiError.invalidValue(name, text);
        }
        return Integer.parseInt(text);
    }
}
