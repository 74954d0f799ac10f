package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.status.ApiException;

/** Verifies that the name in a body is equal to the name in the path. */
final class NameCheck {
    private NameCheck() {}

    static void refuseOther(ResourceRequest request, ObjectNode body) {
        String name = new KubernetesObject(body).name();
        String path = request.target().name();
        if (name.isEmpty() || path.isEmpty()) {
            throw ApiException.badRequest("name must be provided");
        }
        if (!name.equals(path)) {
            throw ApiException.badRequest(
                    "the name of the object (%s) does not match the name on the URL (%s)".formatted(name, path));
        }
    }
}
