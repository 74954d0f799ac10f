package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.provider.rest.AccessToken;
import dev.butlerlabs.core.provider.rest.AccessTokenCache;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/** Authenticates requests with a token, which is requested when it is first needed. */
final class AzureAuthentication implements RestAuthentication {
    private static final String HEADER = "Authorization";
    private static final String SCHEME = "Bearer ";

    private final AccessTokenCache tokens;
    private final SecretRedactor redactor;

    AzureAuthentication(Supplier<AccessToken> source, SecretRedactor redactor, InstantSource clock) {
        this.tokens = new AccessTokenCache(source, clock);
        this.redactor = redactor;
    }

    @Override
    public Map<String, String> headers(String method) {
        return Map.of(HEADER, SCHEME + tokens.get().value().value());
    }

    @Override
    public boolean renew(Map<String, String> rejected) {
        tokens.discard(rejected.get(HEADER).substring(SCHEME.length()));
        return true;
    }

    @Override
    public SecretRedactor redactor() {
        return redactor;
    }
}
