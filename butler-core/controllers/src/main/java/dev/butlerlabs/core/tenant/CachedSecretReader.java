package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Reads Secrets, and again only when the watch reports another version. Keeps their content in memory, so it is used for the few Secrets with the
 * credentials of ProviderConfigs. Thread-safe.
 */
final class CachedSecretReader {
    private final Function<ObjectName, Optional<Secret>> source;
    private final Function<ObjectName, Optional<Secret>> observed;
    private final Map<ObjectName, Secret> contents = new ConcurrentHashMap<>();

    /**
     * @param source reads a Secret from the API server
     * @param observed returns a Secret from the cache of the watch, without content; empty if it is not there
     */
    CachedSecretReader(Function<ObjectName, Optional<Secret>> source, Function<ObjectName, Optional<Secret>> observed) {
        this.source = source;
        this.observed = observed;
    }

    Optional<Secret> read(ObjectName name) {
        Optional<String> version = observed.apply(name).map(CachedSecretReader::version);
        Optional<Secret> known = Optional.ofNullable(contents.get(name))
                .filter(secret -> Optional.of(version(secret)).equals(version));
        return known.or(() -> readAgain(name));
    }

    private Optional<Secret> readAgain(ObjectName name) {
        Optional<Secret> read = source.apply(name);
        read.ifPresentOrElse(secret -> contents.put(name, secret), () -> contents.remove(name));
        return read;
    }

    private static String version(Secret secret) {
        return String.valueOf(secret.getMetadata().getUid()) + "/"
                + secret.getMetadata().getResourceVersion();
    }
}
