package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Settings of the identity provider. */
@ApiRecord
@JsonClassDescription("Settings of the identity provider.")
public record IdentityProviderSpec(
        @Required @JsonPropertyDescription("Authentication protocol.")
        Type type,

        @JsonPropertyDescription("Name shown on the login page.")
        String displayName,

        @JsonPropertyDescription("Settings for OpenID Connect.")
        Oidc oidc,

        @JsonPropertyDescription("Groups with a platform role.")
        List<PlatformRoleGroup> platformRoleGroups) {
    public IdentityProviderSpec {
        platformRoleGroups = NullSafeCopies.of(platformRoleGroups);
    }

    /** Protocols of identity providers. */
    public enum Type {
        @JsonProperty("oidc")
        OIDC
    }

    /** Settings for OpenID Connect. */
    @ApiRecord
    public record Oidc(
            @Required @Pattern("^https://") @JsonPropertyDescription("URL of the issuer.")
            String issuerURL,

            @Required @Size(min = 1) @JsonPropertyDescription("OAuth client ID.")
            String clientID,

            @Required @JsonPropertyDescription("Secret with the OAuth client secret.")
            SecretReference clientSecretRef,

            @Required @Pattern(FieldPatterns.WEB_URL) @JsonPropertyDescription("Redirect URL after login.")
            String redirectURL,

            @JsonPropertyDescription("Requested scopes. Defaults to the standard scopes.")
            List<String> scopes,

            @Default("email") @JsonPropertyDescription("Claim that contains the email address.")
            String emailClaim,

            @Default("groups") @JsonPropertyDescription("Claim that contains the groups.")
            String groupsClaim,

            @JsonPropertyDescription("Required hosted domain of users.")
            String hostedDomain,

            @Default("false") @JsonPropertyDescription("Whether to skip verification of the issuer certificate.")
            Boolean insecureSkipVerify,

            @JsonPropertyDescription("Access to Google Workspace groups, which are not part of the claims.")
            GoogleWorkspace googleWorkspace) {
        public Oidc {
            scopes = NullSafeCopies.of(scopes);
        }
    }

    /** Access to the groups of Google Workspace. */
    @ApiRecord
    public record GoogleWorkspace(
            @Required @Format("email") @JsonPropertyDescription("Administrator account used to read the groups.")
            String adminEmail,

            @Required @JsonPropertyDescription("Secret with the key of the service account.")
            SecretReference serviceAccountSecretRef) {}

    /** A group with a platform role. */
    @ApiRecord
    public record PlatformRoleGroup(
            @Required @Size(min = 1) @JsonPropertyDescription("Name of the group.")
            String name,

            @Required @JsonPropertyDescription("Role of the members.")
            Role role) {
        /** Platform roles of groups. */
        public enum Role {
            @JsonProperty("admin")
            ADMIN,
            @JsonProperty("viewer")
            VIEWER
        }
    }
}
