package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.json.JsonField;
import java.util.List;
import java.util.Optional;

/**
 * A page of a list of tenant clusters.
 *
 * @param next where the next page starts; absent on the last page
 * @param resourceVersion from which a stream continues
 */
public record ClusterList(
        List<ClusterRow> items, @JsonField("continue") Optional<String> next, String resourceVersion) {
    public ClusterList {
        items = List.copyOf(items);
    }
}
