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
 * A role granted to a user, group or token. Immutable.
 *
 * @param name the name in the cluster
 * @param role a ClusterRole of the cluster, such as view, edit or admin
 * @param within the namespace of the grant; empty for the whole cluster
 */
public record TenantAccessGrant(Kind kind, String name, String role, Optional<String> within) {
    private static final int DIGEST = 16;

    public TenantAccessGrant {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(within, "within");
    }

    /** How the cluster authenticates the subject. */
    public enum Kind {
        /** With a short-lived token that Butler requests from the cluster. */
        TOKEN,
        /** With a user name from the cluster's own authentication or a certificate. */
        USER,
        /** With a group from the cluster's own authentication or a certificate. */
        GROUP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the name of the binding, which is a hash of the grant: the role of an existing binding cannot be changed. */
    String bindingName() {
        String all = String.join("\n", kind.toString(), name, role, within.orElse(""));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return "butler-access-" + HexFormat.of().formatHex(digest).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a description such as {@code role view for token ci in namespace apps}. */
    @Override
    public String toString() {
        return "role %s for %s %s%s"
                .formatted(
                        role, kind, name, within.map(" in namespace "::concat).orElse(""));
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("kind", kind.toString());
        document.put("role", role);
        within.ifPresent(namespace -> document.put("within", namespace));
        return document;
    }
}
