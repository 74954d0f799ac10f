package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ScopeResolverTest {
    @Test
    void requestsWhatTheProviderLists() {
        assertEquals(
                List.of("openid", "email", "groups"),
                ScopeResolver.resolve(List.of(), List.of("groups", "email", "openid", "phone")));
    }

    @Test
    void requestsTheStandardScopesFromAProviderThatListsNone() {
        assertEquals(
                List.of("openid", "profile", "email", "offline_access"), ScopeResolver.resolve(List.of(), List.of()));
    }

    @Test
    void requestsExactlyTheGivenScopesAndOpenid() {
        assertEquals(List.of("openid", "x"), ScopeResolver.resolve(List.of("x", "openid"), List.of("email")));
    }
}
