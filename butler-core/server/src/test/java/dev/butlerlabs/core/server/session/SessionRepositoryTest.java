package dev.butlerlabs.core.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.server.access.ConsoleUser;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionRepositoryTest {
    private final SteppedClock clock = new SteppedClock();
    private final List<String> closed = new ArrayList<>();
    private final SessionLimits limits = new SessionLimits(Duration.ofMinutes(30), Duration.ofHours(2), 2);
    private final SessionRepository sessions = new SessionRepository(limits, clock);

    private UserAccess user(String name) {
        return new UserAccess() {
            @Override
            public ConsoleUser user() {
                return new ConsoleUser(name, List.of(), Optional.empty());
            }

            @Override
            public KubernetesClient client() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void requireValid(Instant time) {
                // Always valid.
            }

            @Override
            public void refresh() {
                // Nothing to refresh.
            }

            @Override
            public String identityKey() {
                return name;
            }

            @Override
            public void close() {
                closed.add(name);
            }
        };
    }

    private void pass(Duration time) {
        clock.pass(time.toSeconds());
    }

    @Test
    void endsAnIdleSession() {
        Session session = sessions.create(user("ada"));
        pass(Duration.ofMinutes(29));
        assertThat(sessions.use(session.id())).contains(session);
        pass(Duration.ofMinutes(29));
        assertThat(sessions.use(session.id())).contains(session);

        pass(Duration.ofMinutes(30));

        assertThat(sessions.use(session.id())).isEmpty();
        assertThat(closed).containsExactly("ada");
    }

    @Test
    void endsASessionInUseAfterItsAbsoluteTime() {
        Session session = sessions.create(user("ada"));
        for (int i = 0; i < 5; i++) {
            pass(Duration.ofMinutes(20));
            assertThat(sessions.use(session.id())).isPresent();
        }

        pass(Duration.ofMinutes(20));

        assertThat(sessions.use(session.id())).isEmpty();
    }

    @Test
    void lookingASessionUpDoesNotExtendIt() {
        Session session = sessions.create(user("ada"));
        pass(Duration.ofMinutes(20));
        assertThat(sessions.find(session.id())).isPresent();

        pass(Duration.ofMinutes(11));

        assertThat(sessions.find(session.id())).isEmpty();
    }

    @Test
    void rejectsMoreSessionsThanPermittedButReplacesExpiredOnes() {
        sessions.create(user("ada"));
        sessions.create(user("bob"));
        assertThatThrownBy(() -> sessions.create(user("eve"))).isInstanceOf(ButlerException.class);

        pass(Duration.ofMinutes(31));

        assertThat(sessions.create(user("eve")).csrfToken()).isNotEmpty();
        assertThat(closed).containsExactlyInAnyOrder("ada", "bob");
    }

    @Test
    void tellsListenersOfTheEndOnce() {
        Session session = sessions.create(user("ada"));
        List<String> ends = new ArrayList<>();
        session.onEnd(() -> ends.add("end"));

        sessions.end(session);
        sessions.end(session);

        assertThat(ends).containsExactly("end");
        session.onEnd(() -> ends.add("late"));
        assertThat(ends).containsExactly("end", "late");
    }

    @Test
    void idsAndTokensAreDifferentAndNotPrinted() {
        Session first = sessions.create(user("ada"));
        Session second = sessions.create(user("ada"));

        assertThat(List.of(first.id(), second.id(), first.csrfToken(), second.csrfToken()))
                .doesNotHaveDuplicates()
                .allSatisfy(text -> assertThat(text).hasSize(43));
        assertThat(first.toString()).doesNotContain(first.id()).doesNotContain(first.csrfToken());
    }

    @Test
    void aLinkIsValidOnceAndForTwoMinutes() {
        OneTimeLink link = new OneTimeLink(clock);
        String former = link.create();
        String code = link.create();

        assertThat(link.redeem(former)).isFalse();
        assertThat(link.redeem("")).isFalse();
        assertThat(link.redeem(code)).isTrue();
        assertThat(link.redeem(code)).isFalse();
        String late = link.create();
        clock.pass(120);
        assertThat(link.redeem(late)).isFalse();
    }

    @Test
    void cookiesOfATlsServerAreForThisHostOnly() {
        SessionCookie secure = new SessionCookie(true);

        assertThat(secure.session("id", Duration.ofHours(12)))
                .isEqualTo("__Host-butler_session=id; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure");
        assertThat(secure.login("x", Duration.ofMinutes(10)))
                .isEqualTo("__Secure-butler_login=x; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=600; Secure");
        assertThat(new SessionCookie(false).removal())
                .isEqualTo("butler_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    }

    @Test
    void returnsToPathsOfThisServerOnly() {
        assertThat(LocalPath.parse("/clusters/team-a/web?tab=events")).isPresent();
        assertThat(LocalPath.parse("/")).isPresent();
        assertThat(List.of(
                        "",
                        "https://evil.example.com",
                        "//evil.example.com",
                        "/\\evil.example.com",
                        "\\\\evil.example.com",
                        "/\t/evil.example.com",
                        "/%2fevil.example.com",
                        "/clusters\r\nSet-Cookie: a=b",
                        "/api/auth/logout",
                        "/../x",
                        "javascript:alert(1)",
                        "/" + "a".repeat(600)))
                .allSatisfy(text -> assertThat(LocalPath.parse(text)).as(text).isEmpty());
    }
}
