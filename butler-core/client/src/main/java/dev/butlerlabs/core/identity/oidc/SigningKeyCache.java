package dev.butlerlabs.core.identity.oidc;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The signing keys of a provider. They are requested when they are first used and, because providers rotate keys, once more for a token
 * that names an unknown one. Thread-safe.
 */
public final class SigningKeyCache {
    private final Supplier<JsonWebKeys> source;
    private Optional<JsonWebKeys> cached = Optional.empty();

    /** @param source requests the keys from the provider */
    public SigningKeyCache(Supplier<JsonWebKeys> source) {
        this.source = source;
    }

    /** Returns the keys. If none matches, they are requested again, but only once per call. */
    synchronized JsonWebKeys containing(Predicate<JsonWebKey> match) {
        boolean fresh = cached.isEmpty();
        JsonWebKeys keys = cached.orElseGet(source);
        if (!fresh && keys.keys().stream().noneMatch(match)) {
            keys = source.get();
        }
        cached = Optional.of(keys);
        return keys;
    }
}
