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

/** Who the person is and how they log in. */
@ApiRecord
@JsonClassDescription("Who the person is and how they log in.")
public record UserSpec(
        @Required @Format("email") @JsonPropertyDescription("Mail address, by which the person is known.")
        String email,

        @JsonPropertyDescription("Name shown to people.") String displayName,

        @JsonPropertyDescription("Address of a picture of the person.")
        String avatar,

        @Default("internal")
        @JsonPropertyDescription("Whether an identity provider vouches for the person or Butler keeps a password.")
        AuthType authType,

        @JsonPropertyDescription("The IdentityProvider that vouches for the person.")
        String ssoProvider,

        @JsonPropertyDescription("The id the identity provider has for the person.")
        String ssoSubject,

        @Default("false")
        @JsonPropertyDescription("Whether the person may do everything on the platform; platformRole says it finer.")
        Boolean isPlatformAdmin,

        @JsonPropertyDescription("What the person may do on the whole platform.")
        PlatformRole platformRole,

        @Default("false") @JsonPropertyDescription("Whether the person is locked out.")
        Boolean disabled,

        @JsonPropertyDescription("Public keys the person logs in to workspaces with.")
        List<SshKey> sshKeys) {
    public UserSpec {
        sshKeys = Copies.of(sshKeys);
    }

    /** Who vouches for a person. */
    public enum AuthType {
        @JsonProperty("sso")
        SSO,
        @JsonProperty("internal")
        INTERNAL
    }

    /** What a person may do on the whole platform. */
    public enum PlatformRole {
        ADMIN("admin"),
        VIEWER("viewer"),
        NONE("");

        private final String word;

        PlatformRole(String word) {
            this.word = word;
        }

        /** The word on the wire; an annotation could not name the empty one. */
        @JsonValue
        public String word() {
            return word;
        }
    }

    /** A public key. */
    @ApiRecord
    public record SshKey(
            @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Name of the key.")
            String name,

            @Required @Size(min = 1) @JsonPropertyDescription("The key in the form of an authorized_keys line.")
            String publicKey,

            @JsonPropertyDescription("Fingerprint of the key.")
            String fingerprint,

            @JsonPropertyDescription("When the key was added.")
            Instant addedAt) {}
}
