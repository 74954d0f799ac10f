package dev.butlerlabs.core.tenant.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * That somebody may do what a role allows.
 *
 * @param name who, as the cluster knows them
 * @param role a ClusterRole of the cluster, such as view, edit or admin
 * @param within the one namespace it holds in; everywhere when empty
 */
public record Grant(Kind kind, String name, String role, Optional<String> within) {
    private static final int DIGEST = 16;

    public Grant {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(within, "within");
    }

    /** How a cluster comes to know somebody. */
    public enum Kind {
        /** By a short-lived token that Butler asks the cluster for. */
        TOKEN,
        /** By a name that the cluster's own sign-on or a certificate tells. */
        USER,
        /** As one of a group that the cluster's own sign-on or a certificate tells. */
        GROUP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The name of its binding: the same grant has the same name, another one another, for a binding's role cannot be changed. */
    String bindingName() {
        String all = String.join("\n", kind.toString(), name, role, within.orElse(""));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return "butler-access-" + HexFormat.of().formatHex(digest).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As data for programs. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("kind", kind.toString());
        document.put("role", role);
        within.ifPresent(namespace -> document.put("within", namespace));
        return document;
    }
}
