package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import java.time.Clock;
import java.util.Arrays;

/** Renders objects in the requested form. */
final class ResponseRenderer {
    private final Clock clock;

    ResponseRenderer(Clock clock) {
        this.clock = clock;
    }

    ApiResponse stored(ResourceRequest request, byte[] stored) {
        Representation wanted = request.representation();
        if (wanted.isStored() && !isPretty(request)) {
            return whole(200, wanted, StoredObjectViews.bytes(request.resource(), stored));
        }
        return object(request, 200, StoredObjectViews.object(request.resource(), stored));
    }

    ApiResponse object(ResourceRequest request, int status, KubernetesObject object) {
        Representation wanted = request.representation();
        ObjectNode shown = switch (wanted.form()) {
            case OBJECT -> object.tree();
            case TABLE -> table(request).of(object);
            case PARTIAL, PARTIAL_LIST -> PartialObject.of(object);
        };
        return whole(status, wanted, written(request, shown));
    }

    ApiResponse tree(ResourceRequest request, int status, ObjectNode tree) {
        Representation wanted = request.representation();
        return whole(status, wanted, written(request, tree));
    }

    static boolean isPretty(ResourceRequest request) {
        return request.query().flag("pretty");
    }

    private static byte[] written(ResourceRequest request, ObjectNode tree) {
        boolean json = request.representation().format() == BodyFormat.JSON;
        return json && isPretty(request)
                ? JsonCodec.writePretty(tree)
                : request.representation().format().write(tree);
    }

    TableRenderer table(ResourceRequest request) {
        return new TableRenderer(request.resource(), TableRenderer.Include.of(request.query()), clock);
    }

    private static ApiResponse whole(int status, Representation wanted, byte[] body) {
        byte[] line = body;
        if (wanted.format() == BodyFormat.JSON) {
            line = Arrays.copyOf(body, body.length + 1);
            line[body.length] = '\n';
        }
        return new ApiResponse.Whole(status, wanted.contentType(), line);
    }
}
