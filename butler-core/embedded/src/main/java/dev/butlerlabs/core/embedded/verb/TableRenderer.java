package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.time.InstantSource;
import java.util.Locale;

/**
 * Renders objects as rows of a Table, the form that kubectl prints. Ages are computed when a row is rendered, so that those of a watch are
 * current.
 */
final class TableRenderer {
    /** How much of the object a row contains. */
    enum Include {
        NONE,
        METADATA,
        OBJECT;

        static Include of(QueryParameters query) {
            return switch (query.text("includeObject").toLowerCase(Locale.ROOT)) {
                case "none" -> NONE;
                case "", "metadata" -> METADATA;
                case "object" -> OBJECT;
                default -> throw ApiException.badRequest("unrecognized includeObject value");
            };
        }
    }

    private final ServedResource resource;
    private final Include include;
    private final InstantSource clock;

    TableRenderer(ServedResource resource, Include include, InstantSource clock) {
        this.resource = resource;
        this.include = include;
        this.clock = clock;
    }

    /** Returns a table with one row. */
    ObjectNode of(KubernetesObject object) {
        ObjectNode table = empty(object.resourceVersion());
        table.withArrayProperty("rows").add(row(object));
        return table;
    }

    /** Returns a row without column definitions, for watchers that have already received them. */
    ObjectNode withoutColumns(KubernetesObject object) {
        ObjectNode table = of(object);
        table.putNull("columnDefinitions");
        return table;
    }

    ObjectNode empty(String resourceVersion) {
        ObjectNode table = JsonCodec.object();
        table.put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.putObject("metadata").put("resourceVersion", resourceVersion);
        table.set("columnDefinitions", resource.presentation().columns());
        table.putArray("rows");
        return table;
    }

    ObjectNode row(KubernetesObject object) {
        ObjectNode row = JsonCodec.object();
        row.set("cells", resource.presentation().cells(object.tree(), clock.instant()));
        switch (include) {
            case NONE -> row.putNull("object");
            case METADATA -> row.set("object", PartialObject.of(object));
            case OBJECT -> row.set("object", object.tree());
        }
        return row;
    }
}
