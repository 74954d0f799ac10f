package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.time.Instant;
import java.util.List;

/** Identity and login settings of the user. */
@ApiRecord
@JsonClassDescription("Identity and login settings of the user.")
public record UserSpec(
        @Required @Format("email") @JsonPropertyDescription("Email address, which identifies the user.")
        String email,

        @JsonPropertyDescription("Display name.") String displayName,

        @JsonPropertyDescription("URL of an avatar image.") String avatar,

        @Default("internal")
        @JsonPropertyDescription("Whether the user logs in through an identity provider or with a password.")
        AuthType authType,

        @JsonPropertyDescription("IdentityProvider of the user.")
        String ssoProvider,

        @JsonPropertyDescription("ID of the user at the identity provider.")
        String ssoSubject,

        @Default("false") @JsonPropertyDescription("Whether the user is a platform administrator. Prefer platformRole.")
        Boolean isPlatformAdmin,

        @JsonPropertyDescription("Platform role of the user.")
        PlatformRole platformRole,

        @Default("false") @JsonPropertyDescription("Whether the account is disabled.")
        Boolean disabled,

        @JsonPropertyDescription("SSH public keys for workspaces.")
        List<SshKey> sshKeys) {
    public UserSpec {
        sshKeys = NullSafeCopies.of(sshKeys);
    }

    /** Authentication types. */
    public enum AuthType {
        @JsonProperty("sso")
        SSO,
        @JsonProperty("internal")
        INTERNAL
    }

    /** Platform roles of users. */
    public enum PlatformRole {
        ADMIN("admin"),
        VIEWER("viewer"),
        NONE("");

        private final String word;

        PlatformRole(String word) {
            this.word = word;
        }

        /** Returns the serialized value. An annotation cannot represent the empty one. */
        @JsonValue
        public String word() {
            return word;
        }
    }

    /** An SSH public key. */
    @ApiRecord
    public record SshKey(
            @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Name of the key.")
            String name,

            @Required @Size(min = 1) @JsonPropertyDescription("Public key in authorized_keys format.")
            String publicKey,

            @JsonPropertyDescription("Fingerprint of the key.")
            String fingerprint,

            @JsonPropertyDescription("Time when the key was added.")
            Instant addedAt) {}
}
