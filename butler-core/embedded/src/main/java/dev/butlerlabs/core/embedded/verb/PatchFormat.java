package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.DecodedBody;
import dev.butlerlabs.core.embedded.patch.MergePatch;
import dev.butlerlabs.core.embedded.patch.StrategicMergePatch;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.jsonpatch.JsonPatch;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.io.IOException;
import java.util.List;

/** The supported patch types. */
enum PatchFormat {
    JSON_PATCH {
        @Override
        JsonNode apply(JsonNode document, JsonNode patch, FieldTypes types) throws PatchException {
            return JsonPatch.apply(document, patch);
        }
    },
    MERGE_PATCH {
        @Override
        JsonNode apply(JsonNode document, JsonNode patch, FieldTypes types) {
            return MergePatch.apply(document, patch);
        }
    },
    STRATEGIC_MERGE_PATCH {
        @Override
        JsonNode apply(JsonNode document, JsonNode patch, FieldTypes types) throws PatchException {
            return StrategicMergePatch.apply(document, patch, types);
        }
    };

    static final String APPLY = "application/apply-patch+yaml";
    private static final String JSON_PATCH_TYPE = "application/json-patch+json";
    private static final String MERGE_PATCH_TYPE = "application/merge-patch+json";
    private static final String STRATEGIC_TYPE = "application/strategic-merge-patch+json";

    static PatchFormat of(ResourceRequest request) {
        boolean strategic = request.resource().behaviour().strategicMerge();
        String type = request.http().headers().mediaType();
        if (type.equals(JSON_PATCH_TYPE)) {
            return JSON_PATCH;
        }
        if (type.equals(MERGE_PATCH_TYPE)) {
            return MERGE_PATCH;
        }
        if (type.equals(STRATEGIC_TYPE) && strategic) {
            return STRATEGIC_MERGE_PATCH;
        }
        throw ApiException.unsupportedMediaType(
                strategic
                        ? List.of(JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_TYPE, APPLY)
                        : List.of(JSON_PATCH_TYPE, MERGE_PATCH_TYPE, APPLY));
    }

    abstract JsonNode apply(JsonNode document, JsonNode patch, FieldTypes types) throws PatchException;

    JsonNode read(ResourceRequest request) {
        try {
            DecodedBody body = BodyFormat.JSON.read(request.http().body().read());
            boolean fits =
                    this == JSON_PATCH ? body.tree().isArray() : body.tree().isObject();
            if (!fits) {
                throw ApiException.badRequest("error decoding patch: json: cannot unmarshal "
                        + body.tree().getNodeType() + " into a patch");
            }
            return body.tree();
        } catch (IOException e) {
            throw ApiException.badRequest("error decoding patch: " + e.getMessage());
        }
    }
}
