package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;

/** Formats the endpoints of a service for a cell: the first three and the number of the others. */
final class EndpointsCellFormatter {
    private static final int SHOWN = 3;

    private EndpointsCellFormatter() {}

    static JsonNode of(JsonNode endpoints) {
        List<String> addresses = new ArrayList<>();
        endpoints.path("subsets").forEach(subset -> subset(subset, addresses));
        if (addresses.isEmpty()) {
            return TextNode.valueOf(endpoints.path("subsets").isEmpty() ? "<none>" : "");
        }
        String shown = String.join(",", addresses.subList(0, Math.min(SHOWN, addresses.size())));
        int more = addresses.size() - SHOWN;
        return TextNode.valueOf(more > 0 ? shown + " + " + more + " more..." : shown);
    }

    private static void subset(JsonNode subset, List<String> addresses) {
        if (subset.path("ports").isEmpty()) {
            subset.path("addresses")
                    .forEach(address -> addresses.add(address.path("ip").asText()));
        }
        for (JsonNode port : subset.path("ports")) {
            for (JsonNode address : subset.path("addresses")) {
                String ip = address.path("ip").asText();
                addresses.add((ip.contains(":") ? "[" + ip + "]" : ip) + ":"
                        + port.path("port").asInt());
            }
        }
    }
}
