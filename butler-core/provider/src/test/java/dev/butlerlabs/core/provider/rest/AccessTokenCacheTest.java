package dev.butlerlabs.core.provider.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AccessTokenCacheTest {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int issued;
    private final AccessTokenCache cache = new AccessTokenCache(
            () -> new AccessToken(new SensitiveText("token-" + ++issued), now.plus(Duration.ofHours(1))), () -> now);

    @Test
    void aTokenIsReused() {
        assertThat(token()).isEqualTo("token-1");
        now = now.plus(Duration.ofMinutes(57));
        assertThat(token()).isEqualTo("token-1");
    }

    @Test
    void aTokenIsReplacedBeforeItExpires() {
        assertThat(token()).isEqualTo("token-1");
        now = now.plus(Duration.ofMinutes(58));
        assertThat(token()).isEqualTo("token-2");
    }

    @Test
    void aRejectedTokenIsReplacedOnce() {
        assertThat(token()).isEqualTo("token-1");
        cache.discard("token-1");
        assertThat(token()).isEqualTo("token-2");
        cache.discard("token-1");
        assertThat(token()).isEqualTo("token-2");
    }

    private String token() {
        return cache.get().value().value();
    }
}
