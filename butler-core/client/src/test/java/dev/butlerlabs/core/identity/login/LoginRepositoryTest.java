package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoginRepositoryTest {
    @TempDir
    private Path home;

    private static StoredLogin login(String issuer, Optional<String> optional) {
        return new StoredLogin(
                new LoginSettings(issuer, "butler", optional, optional, List.of("openid", "x")),
                optional.map("id-"::concat),
                optional.map("refresh-"::concat),
                "4711",
                "ada",
                Instant.parse("2026-05-01T12:00:00Z"),
                Instant.parse("2026-05-01T13:00:00Z"),
                optional);
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("logins"))) {
            return files.toList().getFirst();
        }
    }

    @Test
    void storesEachIssuerAndClient() throws IOException {
        LoginRepository logins = new LoginRepository(home);
        StoredLogin full = login("https://b.example.com", Optional.of("some-secret"));
        StoredLogin bare = login("https://a.example.com", Optional.empty());
        logins.store(full);
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(onlyFile()));
        logins.store(bare);

        assertEquals(Optional.of(full), logins.find("https://b.example.com", "butler"));
        assertEquals(Optional.empty(), logins.find("https://b.example.com", "other"));
        assertEquals(List.of(bare, full), logins.list());
        logins.delete("https://b.example.com", "butler");
        logins.delete("https://b.example.com", "butler");
        assertEquals(List.of(bare), logins.list());
        assertFalse((full + " " + full.settings()).contains("secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"issuer\": \"x\"}"})
    void aDamagedFileMeansThatTheUserHasToLogIn(String content) throws IOException {
        LoginRepository logins = new LoginRepository(home);
        logins.store(login("https://a.example.com", Optional.empty()));
        Files.writeString(onlyFile(), content);

        ButlerException failure =
                assertThrows(ButlerException.class, () -> logins.find("https://a.example.com", "butler"));
        assertEquals(ErrorCode.LOGIN_REQUIRED, failure.code());
        assertEquals("Run: butlerctl login --issuer https://a.example.com --client-id butler", failure.hint());
        assertEquals(List.of(), logins.list());
        assertEquals(1, logins.deleteDamaged());
        assertEquals(Optional.empty(), logins.find("https://a.example.com", "butler"));
    }

    @Test
    void theCommandIsQuotedForTheShell() {
        assertEquals(
                "butlerctl login --issuer https://a.example.com --client-id 'it'\\''s mine'",
                LoginSettings.command("https://a.example.com", "it's mine"));
    }
}
