package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.Base64;

/**
 * The continue token of a list.
 *
 * @param revision the revision of all pages; zero to continue at the latest revision
 * @param after the last key of the previous page
 */
record ContinueToken(long revision, String after) {
    private static final String VERSION = "meta.k8s.io/v1";

    static ContinueToken parse(String text) {
        try {
            ObjectNode token = JsonCodec.read(Base64.getUrlDecoder().decode(text));
            if (!token.path("v").asText().equals(VERSION)
                    || !token.path("start").isTextual()) {
                throw malformed();
            }
            return new ContinueToken(
                    token.path("rv").asLong(0), token.path("start").asText());
        } catch (RuntimeException e) {
            throw malformed();
        }
    }

    private static ApiException malformed() {
        return ApiException.badRequest("continue key is not valid: the token was not made by this server");
    }

    String text() {
        ObjectNode token = JsonCodec.object();
        token.put("v", VERSION).put("rv", revision).put("start", after);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonCodec.write(token));
    }
}
