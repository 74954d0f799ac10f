package dev.butlerlabs.core.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.server.json.JsonField;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The records about logins, users and permissions. */
public final class AuthViews {
    private AuthViews() {}

    /** How users can log in. */
    public record LoginMethods(
            @JsonField(words = {"loopback", "cluster"}) String mode,
            List<LoginProvider> providers,
            boolean tokenLogin) {}

    /** An identity provider. */
    public record LoginProvider(String name, String displayName, String type) {}

    /** A bearer token of the Kubernetes API. */
    public record TokenLogin(@JsonField(max = 65_536) String token) {
        /** Omits the token. */
        @Override
        public String toString() {
            return "TokenLogin";
        }
    }

    /** The session of the browser. */
    public record Me(
            UserView user,
            String csrfToken,
            Instant expiresAt,
            String mode,
            ConsoleCluster cluster,
            boolean rehearsal) {
        /** Omits the token. */
        @Override
        public String toString() {
            return "Me[user=%s]".formatted(user);
        }
    }

    /** The user of the session. */
    public record UserView(String name, List<String> groups, Optional<String> email) {}

    /** The management cluster. */
    public record ConsoleCluster(String name, String server, String version) {}

    /**
     * What the user may do.
     *
     * @param rules of the namespace
     * @param can by page and verb, such as {@code clusters.create}
     */
    public record Permissions(Optional<String> namespace, List<JsonNode> rules, Map<String, Boolean> can) {}

    /** The namespaces in which the user may list tenant clusters. */
    public record NamespaceNames(boolean all, List<String> items) {}
}
