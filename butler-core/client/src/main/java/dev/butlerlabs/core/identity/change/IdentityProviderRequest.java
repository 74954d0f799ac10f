package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.IdentityProviderSpec;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.api.IdentityProviderSpecBuilder;
import dev.butlerlabs.core.api.IdentityProviderSpecOidcBuilder;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A new identity provider.
 *
 * @param secret the Secret with the client secret
 */
public record IdentityProviderRequest(
        String name,
        String issuer,
        String clientId,
        String redirect,
        SecretReference secret,
        Optional<String> displayName,
        Optional<String> groupsClaim) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,57}[a-z0-9])?");

    public IdentityProviderRequest {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(issuer, "issuer");
        Objects.requireNonNull(clientId, "clientId");
        Objects.requireNonNull(redirect, "redirect");
        Objects.requireNonNull(secret, "secret");
        Objects.requireNonNull(displayName, "displayName");
        Objects.requireNonNull(groupsClaim, "groupsClaim");
    }

    /** Returns the Secret that is created for a provider. */
    public static SecretReference ownSecret(String name) {
        return new SecretReference(name + "-oidc", Namespaces.SYSTEM, IdentityProviderSecrets.CLIENT_SECRET);
    }

    /** Returns every value that is not valid. */
    public List<InputProblem> problems() {
        List<InputProblem> problems = new ArrayList<>();
        if (!NAME.matcher(name).matches()) {
            problems.add(new InputProblem(
                    "NAME",
                    "invalid value \"%s\"".formatted(name),
                    "must consist of lowercase letters, digits and dashes, such as corporate"));
        }
        if (!issuer.startsWith("https://")) {
            problems.add(new InputProblem(
                    "--issuer", "invalid value \"%s\"".formatted(issuer), "must be a URL that starts with https://"));
        }
        if (clientId.isBlank()) {
            problems.add(new InputProblem("--client-id", "must not be empty"));
        }
        if (!redirect.startsWith("https://") && !redirect.startsWith("http://")) {
            problems.add(new InputProblem(
                    "--redirect-url",
                    "invalid value \"%s\"".formatted(redirect),
                    "must be a URL that starts with https:// or http://"));
        }
        return problems;
    }

    /** Returns the settings as the API stores them. */
    public IdentityProviderSpec spec() {
        Oidc oidc = IdentityProviderSpecOidcBuilder.builder()
                .issuerURL(issuer)
                .clientID(clientId)
                .clientSecretRef(secret)
                .redirectURL(redirect)
                .groupsClaim(groupsClaim.orElse(null))
                .build();
        return IdentityProviderSpecBuilder.builder()
                .type(IdentityProviderSpec.Type.OIDC)
                .displayName(displayName.orElse(null))
                .oidc(oidc)
                .build();
    }
}
