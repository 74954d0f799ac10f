package dev.butlerlabs.core.identity.login;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Decides which scopes a login requests. Pure functions. */
final class ScopeResolver {
    static final String OFFLINE = "offline_access";

    private static final String OPENID = "openid";
    private static final List<String> DEFAULTS = List.of("profile", "email", "groups", OFFLINE);
    private static final List<String> USUAL = List.of("profile", "email", OFFLINE);

    private ScopeResolver() {}

    /**
     * Returns the requested scopes, or the usual ones that the provider lists: some providers reject a login with an unknown scope.
     *
     * @param requested empty for the default
     * @param listed the scopes in the discovery document; empty if it lists none
     */
    static List<String> resolve(List<String> requested, List<String> listed) {
        Set<String> scopes = new LinkedHashSet<>(List.of(OPENID));
        if (!requested.isEmpty()) {
            scopes.addAll(requested);
        } else {
            (listed.isEmpty() ? USUAL.stream() : DEFAULTS.stream().filter(listed::contains)).forEach(scopes::add);
        }
        return List.copyOf(scopes);
    }
}
