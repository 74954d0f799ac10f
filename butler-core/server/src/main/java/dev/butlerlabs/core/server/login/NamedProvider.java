package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.oidc.ClaimNames;
import java.util.Objects;
import java.util.Optional;

/**
 * An identity provider and how its tokens name users.
 *
 * @param name the name in addresses
 * @param claims the claims that name users and groups
 * @param userPrefix is written before user names, such as {@code oidc:}
 * @param groupPrefix is written before group names
 * @param emailDomain the only domain of e-mail addresses that may log in; empty for all
 */
public record NamedProvider(
        String name,
        String displayName,
        LoginSettings settings,
        ClaimNames claims,
        String userPrefix,
        String groupPrefix,
        Optional<String> emailDomain) {
    public NamedProvider {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(displayName, "displayName");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(claims, "claims");
        Objects.requireNonNull(userPrefix, "userPrefix");
        Objects.requireNonNull(groupPrefix, "groupPrefix");
        Objects.requireNonNull(emailDomain, "emailDomain");
    }

    public NamedProvider(String name, String displayName, LoginSettings settings) {
        this(name, displayName, settings, ClaimNames.DEFAULT, "", "", Optional.empty());
    }
}
