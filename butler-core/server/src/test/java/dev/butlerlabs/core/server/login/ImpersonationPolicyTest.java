package dev.butlerlabs.core.server.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.oidc.ClaimNames;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.server.access.ConsoleUser;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImpersonationPolicyTest {
    private static final LoginSettings SETTINGS =
            new LoginSettings("https://sso.example.com", "butler", Optional.empty(), Optional.empty(), List.of());

    private static IdToken token(String subject, Optional<String> email, String... groups) {
        return new IdToken("t", subject, Instant.EPOCH, Instant.MAX, Optional.empty(), email, List.of(groups));
    }

    private static NamedProvider provider(String userPrefix, String groupPrefix, Optional<String> domain) {
        return new NamedProvider(
                "corporate", "Corporate", SETTINGS, ClaimNames.DEFAULT, userPrefix, groupPrefix, domain);
    }

    @Test
    void namesTheUserByEmailAndGroups() {
        ConsoleUser user = ImpersonationPolicy.user(
                provider("oidc:", "oidc:", Optional.of("example.com")),
                token("123", Optional.of("ada@Example.com"), "platform"));

        assertThat(user.name()).isEqualTo("oidc:ada@Example.com");
        assertThat(user.groups()).containsExactly("oidc:platform");
    }

    @Test
    void refusesUsersAndGroupsOfKubernetes() {
        NamedProvider provider = provider("", "", Optional.empty());
        for (IdToken token : List.of(
                token("system:admin", Optional.empty()),
                token("System:serviceaccount:kube-system:x", Optional.empty()),
                token("1", Optional.of("ada@example.com"), "platform", "system:masters"),
                token("1", Optional.of("ada@example.com"), "SYSTEM:masters"),
                token("1", Optional.of("ada@example.com"), "a\r\nImpersonate-Group: b"),
                token("1", Optional.of("ada@example.com"), ""))) {
            assertThatThrownBy(() -> ImpersonationPolicy.user(provider, token)).isInstanceOf(ButlerException.class);
        }
    }

    @Test
    void refusesUsersOfOtherDomains() {
        NamedProvider provider = provider("", "", Optional.of("example.com"));

        assertThatThrownBy(() -> ImpersonationPolicy.user(provider, token("1", Optional.of("ada@evilexample.com"))))
                .isInstanceOf(ButlerException.class);
        assertThatThrownBy(() -> ImpersonationPolicy.user(provider, token("1", Optional.empty())))
                .isInstanceOf(ButlerException.class);
    }
}
