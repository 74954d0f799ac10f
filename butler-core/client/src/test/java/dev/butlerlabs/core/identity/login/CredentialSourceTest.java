package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.login.CredentialSource.Credential;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cases without a response of the provider, whose port is closed. */
final class CredentialSourceTest {
    private static final String ISSUER = "http://127.0.0.1:1";
    private static final Instant ISSUED = Instant.parse("2026-05-01T12:00:00Z");
    private static final Instant EXPIRY = ISSUED.plusSeconds(3600);

    @TempDir
    private Path home;

    private void store(Optional<String> refreshToken) {
        LoginSettings settings = new LoginSettings(ISSUER, "butler", Optional.empty(), Optional.empty(), List.of());
        new LoginRepository(home)
                .store(new StoredLogin(
                        settings, Optional.of("id"), refreshToken, "4711", "ada", ISSUED, EXPIRY, Optional.empty()));
    }

    private Credential get(long ageSeconds) {
        Clock clock = Clock.fixed(ISSUED.plusSeconds(ageSeconds), ZoneOffset.UTC);
        return new CredentialSource(new LoginRepository(home), clock).get(ISSUER, "butler");
    }

    private ButlerException fails(long ageSeconds) {
        return assertThrows(ButlerException.class, () -> get(ageSeconds));
    }

    @Test
    void usesAValidTokenWithoutARequest() {
        store(Optional.of("refresh"));
        assertEquals(new Credential("id", EXPIRY), get(0));
    }

    @Test
    void usesTheLastMinuteOfATokenIfTheProviderDoesNotRespond() {
        store(Optional.of("refresh"));
        assertEquals(new Credential("id", EXPIRY), get(3599));
    }

    @Test
    void reportsTheConnectionIfTheTokenHasExpired() {
        store(Optional.of("refresh"));
        assertEquals(ErrorCode.UNREACHABLE, fails(3600).code());
        assertEquals(
                Optional.of("refresh"),
                new LoginRepository(home).find(ISSUER, "butler").flatMap(StoredLogin::refreshToken));
    }

    @Test
    void printsTheLoginCommandWithoutARefreshToken() {
        store(Optional.empty());
        ButlerException failure = fails(3600);
        assertEquals(ErrorCode.LOGIN_REQUIRED, failure.code());
        assertEquals("The login of ada at http://127.0.0.1:1 has expired.", failure.getMessage());
        assertEquals("Run: butlerctl login --issuer http://127.0.0.1:1 --client-id butler", failure.hint());
    }

    @Test
    void printsTheLoginCommandWithoutALogin() {
        ButlerException failure = fails(0);
        assertEquals(ErrorCode.LOGIN_REQUIRED, failure.code());
        assertEquals("Run: butlerctl login --issuer http://127.0.0.1:1 --client-id butler", failure.hint());
    }
}
