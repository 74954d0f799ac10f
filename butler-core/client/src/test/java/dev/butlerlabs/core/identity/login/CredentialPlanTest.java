package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CredentialPlanTest {
    private static final Instant ISSUED = Instant.parse("2026-05-01T12:00:00Z");
    private static final LoginSettings SETTINGS =
            new LoginSettings("https://sso.example.com", "butler", Optional.empty(), Optional.empty(), List.of());

    private static StoredLogin login(long lifetimeSeconds, boolean refreshable) {
        return new StoredLogin(
                SETTINGS,
                Optional.of("id"),
                refreshable ? Optional.of("refresh") : Optional.empty(),
                "4711",
                "ada",
                ISSUED,
                ISSUED.plusSeconds(lifetimeSeconds),
                Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "3600, 0, use",
        "3600, 3539, use",
        "3600, 3540, refresh",
        "3600, 3599, refresh",
        "3600, 3600, refresh-expired",
        "40, 29, use",
        "40, 30, refresh",
        "40, 4000, refresh-expired",
    })
    void refreshesInTheLastMinuteOrQuarter(long lifetime, long age, String expected) {
        CredentialPlan plan = CredentialPlan.of(login(lifetime, true), ISSUED.plusSeconds(age));

        assertEquals(
                switch (expected) {
                    case "use" -> new CredentialPlan.Use("id");
                    case "refresh" -> new CredentialPlan.Refresh("refresh", Optional.of("id"));
                    default -> new CredentialPlan.Refresh("refresh", Optional.empty());
                },
                plan);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "3599, true", "3600, false"})
    void withoutRefreshTokenTheTokenIsUsedToItsEnd(long age, boolean usable) {
        assertEquals(
                usable ? new CredentialPlan.Use("id") : new CredentialPlan.LogIn(),
                CredentialPlan.of(login(3600, false), ISSUED.plusSeconds(age)));
    }

    @Test
    void aRejectedRefreshTokenLeavesTheTokenUntilItExpires() {
        assertEquals(
                new CredentialPlan.Use("id"),
                CredentialPlan.of(login(3600, true).withoutRefresh(), ISSUED.plusSeconds(3590)));
    }
}
