package dev.butlerlabs.core.tenant;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Records at which versions the Secrets of a tenant namespace were read and found to be in order, so that they are read again only after a change. Contains
 * no content. Thread-safe.
 */
final class VerifiedSecretVersions {
    private final Map<String, Map<String, String>> versions = new ConcurrentHashMap<>();

    /** @param secrets the resource versions by name */
    void note(String namespace, Map<String, String> secrets) {
        versions.put(namespace, Map.copyOf(secrets));
    }

    /**
     * Returns whether none of the recorded Secrets has changed.
     *
     * @param observed returns the resource version of a Secret in the cache of the watch, which may lag behind; empty if it is not there
     */
    boolean areUnchanged(String namespace, Function<String, Optional<String>> observed) {
        return Optional.ofNullable(versions.get(namespace))
                .filter(verified -> verified.entrySet().stream()
                        .allMatch(secret -> observed.apply(secret.getKey())
                                .filter(version -> !ResourceVersion.isNewer(version, secret.getValue()))
                                .isPresent()))
                .isPresent();
    }

    void forget(String namespace) {
        versions.remove(namespace);
    }
}
