package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** How the service is asked. */
@ApiRecord
@JsonClassDescription("How the service is asked.")
public record IdentityProviderSpec(
        @Required @JsonPropertyDescription("Protocol of the service.")
        Type type,

        @JsonPropertyDescription("Name shown on the login page.")
        String displayName,

        @JsonPropertyDescription("Settings for OpenID Connect.")
        Oidc oidc,

        @JsonPropertyDescription("Groups whose members may do something on the whole platform.")
        List<PlatformRoleGroup> platformRoleGroups) {
    public IdentityProviderSpec {
        platformRoleGroups = Copies.of(platformRoleGroups);
    }

    /** Protocols of identity providers. */
    public enum Type {
        @JsonProperty("oidc")
        OIDC
    }

    /** Settings for OpenID Connect. */
    @ApiRecord
    public record Oidc(
            @Required @Pattern("^https://") @JsonPropertyDescription("Address of the issuer.")
            String issuerURL,

            @Required @Size(min = 1) @JsonPropertyDescription("Id of Butler at the issuer.")
            String clientID,

            @Required @JsonPropertyDescription("Secret with the password of Butler at the issuer.")
            SecretReference clientSecretRef,

            @Required
            @Pattern(Patterns.WEB_URL)
            @JsonPropertyDescription("Address people are sent back to after login.")
            String redirectURL,

            @JsonPropertyDescription("Scopes to ask for; the usual ones when left out.")
            List<String> scopes,

            @Default("email") @JsonPropertyDescription("Claim with the mail address.")
            String emailClaim,

            @Default("groups") @JsonPropertyDescription("Claim with the groups.")
            String groupsClaim,

            @JsonPropertyDescription("Domain people must belong to.")
            String hostedDomain,

            @Default("false") @JsonPropertyDescription("Whether the certificate of the issuer goes unchecked.")
            Boolean insecureSkipVerify,

            @JsonPropertyDescription("Groups from Google Workspace, which does not put them into a claim.")
            GoogleWorkspace googleWorkspace) {
        public Oidc {
            scopes = Copies.of(scopes);
        }
    }

    /** Access to the groups of Google Workspace. */
    @ApiRecord
    public record GoogleWorkspace(
            @Required @Format("email") @JsonPropertyDescription("Administrator in whose name the groups are read.")
            String adminEmail,

            @Required @JsonPropertyDescription("Secret with the key of the service account.")
            SecretReference serviceAccountSecretRef) {}

    /** A group whose members may do something on the whole platform. */
    @ApiRecord
    public record PlatformRoleGroup(
            @Required @Size(min = 1) @JsonPropertyDescription("Name of the group.")
            String name,

            @Required @JsonPropertyDescription("What its members may do.")
            Role role) {
        /** What members of a group may do on the whole platform. */
        public enum Role {
            @JsonProperty("admin")
            ADMIN,
            @JsonProperty("viewer")
            VIEWER
        }
    }
}
