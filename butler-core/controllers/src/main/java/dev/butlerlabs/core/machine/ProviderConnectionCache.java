package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Caches one connection for each ProviderConfig. A connection is renewed when the ProviderConfig or its Secret changes and closed when it
 * is idle. Thread-safe.
 */
final class ProviderConnectionCache implements AutoCloseable {
    private final ProviderConfigReader reader;
    private final ProviderRegistry providers;
    private final MachineOptions options;
    private final InstantSource clock;
    private final Map<ObjectName, CachedProviderConnection> slots = new ConcurrentHashMap<>();

    ProviderConnectionCache(
            ProviderConfigReader reader, ProviderRegistry providers, MachineOptions options, InstantSource clock) {
        this.reader = reader;
        this.providers = providers;
        this.options = options;
        this.clock = clock;
    }

    ConnectionResult open(ObjectName config) {
        closeIdle();
        return slots.computeIfAbsent(config, name -> new CachedProviderConnection(name, reader, providers, options))
                .open(clock.instant());
    }

    /** Handles an observed ProviderConfig: if it differs from the cached one, it is read again before the next use. */
    void heard(ProviderConfig config) {
        Optional.ofNullable(slots.get(ObjectName.from(config))).ifPresent(slot -> slot.heard(config));
    }

    /** Handles a changed Secret and returns the ProviderConfigs that reference it. */
    Set<ObjectName> heard(Secret secret) {
        return slots.entrySet().stream()
                .filter(entry -> entry.getValue().heard(secret))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void closeIdle() {
        var longAgo = clock.instant().minus(options.idleSession());
        slots.values().forEach(slot -> slot.closeIfIdleSince(longAgo));
    }

    @Override
    public void close() {
        slots.values().forEach(CachedProviderConnection::close);
        slots.clear();
    }
}
